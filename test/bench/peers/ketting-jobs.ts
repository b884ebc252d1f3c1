import { BaseState, Ketting, Links, type Resource } from 'ketting';
import { caseload, externalId, feed, type Jobs, type Place, people, phoneNumber, relations } from '../requests/jobs.ts';

interface Item {
  readonly '@url': string;
  readonly '@type': string;
}
interface Reference {
  readonly url: string;
  readonly id: string | null;
}
interface List<Some> {
  readonly '@items': readonly (Item & Some)[];
}
type Client = Item & { readonly name: string; readonly phone_number: string | null };
type Tasks = List<{ readonly title: string }>;
type Schema = { readonly '@id': string; readonly title: string };

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** With what ketting has to be taught of this platform: where its links are. Items of lists have none, so none are kept. */
function started({ baseUrl, token, fetch }: Place) {
  const ketting = new Ketting(baseUrl);
  ketting.contentTypeMap['application/json'] = [
    async (client, uri, response) => {
      const data = await response.json();
      const links = new Links(uri);
      for (const { name, url } of data['@links'] ?? []) links.add(name, url);
      return new BaseState({ client, uri, data, links, headers: response.headers });
    },
    '1.0',
  ];
  ketting.use((request) => {
    request.headers.set('authorization', `svc-token ${token}`);
    return fetch(request);
  });
  return {
    root: ketting.go<object>(),
    /** What no link leads to from the root. */
    documented: <Data>(path: string): Resource<Data> => ketting.go<Data>(`${baseUrl}/${path}`),
    open: <Data>(url: string): Resource<Data> => ketting.go<Data>(url),
    client: ketting.go<Client>(`${baseUrl}/aux/client/id/${externalId}`),
  };
}

/** As its readme has it: `follow` reads what the link stands in and keeps it, `get` reads once. */
export const ketting: Jobs = {
  async readOne(place) {
    return (await started(place).client.get()).data.name;
  },
  async readDiary(place) {
    const items = await started(place).client.follow<List<object> & { '@schemas': Schema[] }>('diary.entries.items');
    const { data } = await items.get();
    const titles = new Map(data['@schemas'].map((schema) => [schema['@id'], schema.title]));
    return data['@items'].map((entry) => titles.get(entry['@type']));
  },
  async changeOne(place) {
    const { client } = started(place);
    const before = (await client.get()).data;
    await client.patch({ data: { phone_number: phoneNumber } });
    const after = (await client.get()).data;
    return [before.name, after.name, after.phone_number];
  },
  async setRelations(place) {
    const { client, open } = started(place);
    type Relation = { readonly professional: Reference; readonly predicate: string };
    const container = await client.follow<object>('relations');
    const items = await client.follow<List<Relation>>('relations.items');
    const present = (await items.get()).data['@items'];
    const same = (one: (typeof relations)[number], other: Relation) =>
      one.professional.id === other.professional.id && one.predicate === other.predicate;
    const missing = relations.filter((one) => !present.some((other) => same(one, other)));
    const excess = present.filter((other) => !relations.some((one) => same(one, other)));
    const type = (await client.get()).data['@type'].replace(/client$/, 'relation');
    for (const one of missing) await container.post({ data: { '@type': type, ...one } });
    for (const other of excess) await open(other['@url']).delete();
    return [missing.length, excess.length];
  },
  async upsertMany(place) {
    const { documented } = started(place);
    let created = 0;
    for (const person of people) {
      const { id, active: _, ...changes } = person;
      try {
        await documented(`aux/client/id/${id}`).patch({ data: changes });
      } catch (error) {
        if (!(error instanceof Error) || !('status' in error) || error.status !== 404) throw error;
        await documented('c').post({ data: person });
        created++;
      }
    }
    return created;
  },
  syncUnchanged: syncCaseload,
  syncChanged: syncCaseload,
  async readAllTasks(place) {
    const { documented, open } = started(place);
    const titles: string[][] = [];
    const limit = 100;
    for (let start = 0, found = limit; found === limit; start += limit) {
      const page = (await documented<List<object>>(`c/items?start=${start}&limit=${limit}`).get()).data;
      found = page['@items'].length;
      for (const user of page['@items']) {
        if (!user['@type'].endsWith('/client')) continue;
        const tasks = await open(user['@url']).follow<Tasks>('tasks.items');
        titles.push((await tasks.get()).data['@items'].map((task) => task.title));
      }
    }
    return titles;
  },
  async runExport(place) {
    const start = started(place).documented<object>('export');
    const job = await start.postFollow<{ readonly state: string }>({ data: { name: 'client', output_format: 'json' } });
    let { state } = (await job.get()).data;
    while (state === 'queued' || state === 'started') {
      await sleep(5000);
      state = (await job.refresh()).data.state;
    }
    const download = await job.follow<unknown>('download');
    return ((await (await download.fetchOrThrow()).json()) as unknown[]).length;
  },
  async followChanges(place) {
    const { root, open } = started(place);
    const changes = await root.follow<object>('changes');
    const tasks: number[] = [];
    for (let since = feed.start; !place.hour.aborted; await sleep(feed.interval)) {
      const asked = new Date();
      const query = new URLSearchParams({ type: 'tasks', since: since.toISOString().slice(0, 19) });
      const { data } = await changes.go<List<Reference>>(`?${query}`).get();
      since = new Date(asked.getTime() - feed.overlap);
      for (const change of data['@items']) {
        // What it has kept is old by now.
        tasks.push((await open<Tasks>(change.url).refresh()).data['@items'].length);
      }
    }
    return tasks;
  },
};

async function syncCaseload(place: Place): Promise<number> {
  const { documented, open } = started(place);
  const stored = new Map<string, Item & Record<string, unknown>>();
  const limit = 100;
  for (let start = 0, found = limit; found === limit; start += limit) {
    const list = documented<List<{ readonly id?: string | null } & Record<string, unknown>>>(
      `c/items?start=${start}&limit=${limit}`,
    );
    const page = (await list.get()).data;
    found = page['@items'].length;
    for (const client of page['@items']) if (client.id != null) stored.set(client.id, client);
  }
  let updated = 0;
  for (const { id, active: _, ...fields } of caseload) {
    const client = stored.get(id);
    if (client === undefined) continue;
    const changes = Object.entries(fields).filter(([name, value]) => client[name] !== value);
    if (changes.length === 0) continue;
    await open(client['@url']).patch({ data: Object.fromEntries(changes) });
    updated++;
  }
  return updated;
}
