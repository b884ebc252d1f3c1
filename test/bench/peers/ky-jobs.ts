import ky, { isHTTPError, type KyInstance } from 'ky';
import { caseload, externalId, feed, type Jobs, type Place, people, phoneNumber, relations } from '../requests/jobs.ts';

interface Item {
  readonly '@url': string;
  readonly '@type': string;
}
interface List<Some> {
  readonly '@items': readonly (Item & Some)[];
}
interface Link {
  readonly name: string;
  readonly url: string;
}
interface Reference {
  readonly url: string;
  readonly id: string | null;
}
type Client = Item & { readonly name: string; readonly phone_number: string | null };
type Tasks = List<{ readonly title: string }>;
type Schema = { readonly '@id': string; readonly title: string };

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const api = ({ baseUrl, token, fetch }: Place): KyInstance =>
  ky.create({ prefix: baseUrl, headers: { authorization: `svc-token ${token}` }, fetch });

/** Of this file's own URLs and of those in responses. */
const absolute = (place: Place) => api(place).extend({ prefix: '' });

/**
 * By hand, from the documented URLs. Any package that sends what it is given would be used the same: fetch, octokit's
 * `request`, openai's `get`, notion's `request`.
 */
export const byHand: Jobs = {
  async readOne(place) {
    return (await api(place).get(`aux/client/id/${externalId}`).json<Client>()).name;
  },
  async readDiary(place) {
    const client = await api(place).get(`aux/client/id/${externalId}`).json<Client>();
    // Without a limit the document promises all of them in one response.
    const url = `${client['@url']}/diary/entries/items`;
    const diary = await absolute(place).get(url).json<List<object> & { readonly '@schemas': readonly Schema[] }>();
    const titles = new Map(diary['@schemas'].map((schema) => [schema['@id'], schema.title]));
    return diary['@items'].map((entry) => titles.get(entry['@type']));
  },
  async changeOne(place) {
    const url = `aux/client/id/${externalId}`;
    const before = await api(place).get(url).json<Client>();
    await api(place).patch(url, { json: { phone_number: phoneNumber } });
    const after = await api(place).get(url).json<Client>();
    return [before.name, after.name, after.phone_number];
  },
  async setRelations(place) {
    // Deeper URLs below an external id are not officially supported.
    const client = await api(place).get(`aux/client/id/${externalId}`).json<Client>();
    const http = absolute(place);
    const url = `${client['@url']}/relations`;
    type Relation = { readonly professional: Reference; readonly predicate: string };
    const { '@items': present } = await http.get(`${url}/items`).json<List<Relation>>();
    const same = (one: (typeof relations)[number], other: Relation) =>
      one.professional.id === other.professional.id && one.predicate === other.predicate;
    const missing = relations.filter((one) => !present.some((other) => same(one, other)));
    const excess = present.filter((other) => !relations.some((one) => same(one, other)));
    const type = client['@type'].replace(/client$/, 'relation');
    for (const one of missing) await http.post(url, { json: { '@type': type, ...one } });
    for (const other of excess) await http.delete(other['@url']);
    return [missing.length, excess.length];
  },
  async upsertMany(place) {
    let created = 0;
    for (const person of people) {
      const { id, active: _, ...changes } = person;
      try {
        await api(place).patch(`aux/client/id/${id}`, { json: changes });
      } catch (error) {
        if (!isHTTPError(error) || error.response.status !== 404) throw error;
        await api(place).post('c', { json: person });
        created++;
      }
    }
    return created;
  },
  syncUnchanged: syncCaseload,
  syncChanged: syncCaseload,
  async readAllTasks(place) {
    const http = absolute(place);
    const titles: string[][] = [];
    const limit = 100;
    for (let start = 0, found = limit; found === limit; start += limit) {
      const page = await api(place).get('c/items', { searchParams: { start, limit } }).json<List<object>>();
      found = page['@items'].length;
      for (const user of page['@items']) {
        if (!user['@type'].endsWith('/client')) continue;
        const tasks = await http.get(`${user['@url']}/tasks/items`).json<Tasks>();
        titles.push(tasks['@items'].map((task) => task.title));
      }
    }
    return titles;
  },
  async runExport(place) {
    type Job = Item & { readonly state: string; readonly '@links': readonly Link[] };
    const http = absolute(place);
    let job = await api(place)
      .post('export', { json: { name: 'client', output_format: 'json' } })
      .json<Job>();
    while (job.state === 'queued' || job.state === 'started') {
      await sleep(5000);
      job = await http.get(job['@url']).json<Job>();
    }
    return (await http.get(`${job['@url']}/download`).json<unknown[]>()).length;
  },
  async followChanges(place) {
    const tasks: number[] = [];
    for (let since = feed.start; !place.hour.aborted; await sleep(feed.interval)) {
      const asked = new Date();
      const searchParams = { type: 'tasks', since: since.toISOString().slice(0, 19) };
      const changes = await api(place).get('changes', { searchParams }).json<List<Reference>>();
      since = new Date(asked.getTime() - feed.overlap);
      for (const change of changes['@items']) {
        tasks.push((await absolute(place).get(change.url).json<Tasks>())['@items'].length);
      }
    }
    return tasks;
  },
};

/** Reads the list and compares, since a PATCH for each would be 10,000 requests. */
async function syncCaseload(place: Place): Promise<number> {
  const stored = new Map<string, Item & Record<string, unknown>>();
  const limit = 100;
  for (let start = 0, found = limit; found === limit; start += limit) {
    const page = await api(place)
      .get('c/items', { searchParams: { start, limit } })
      .json<List<{ readonly id?: string | null } & Record<string, unknown>>>();
    found = page['@items'].length;
    for (const client of page['@items']) if (client.id != null) stored.set(client.id, client);
  }
  let updated = 0;
  for (const { id, active: _, ...fields } of caseload) {
    const client = stored.get(id);
    if (client === undefined) continue;
    const changes = Object.entries(fields).filter(([name, value]) => client[name] !== value);
    if (changes.length === 0) continue;
    await absolute(place).patch(client['@url'], { json: Object.fromEntries(changes) });
    updated++;
  }
  return updated;
}
