import ky, { isHTTPError, type KyInstance } from 'ky';
import { externalId, type Jobs, type Place, phoneNumber } from '../requests/jobs.ts';
import {
  type Client,
  type Conversations,
  changesSince,
  conversationSubjects,
  countChangedItems,
  countChangedTasks,
  countUnchanged,
  type Diary,
  deactivateLeft,
  diaryTitles,
  type Item,
  itemsOf,
  type Label,
  type List,
  labelIdentifiers,
  type Reference,
  type Relation,
  relationDifferences,
  type Stored,
  sleep,
  syncCaseload,
  type Tasks,
  taskTitles,
  upsertPeople,
} from './loops.ts';

interface Link {
  readonly name: string;
  readonly url: string;
}

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
    return diaryTitles(await absolute(place).get(`${client['@url']}/diary/entries/items`).json<Diary>());
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
    const present = await http.get(`${url}/items`).json<List<Relation>>();
    const { missing, excess } = relationDifferences(present['@items']);
    const type = client['@type'].replace(/client$/, 'relation');
    for (const relation of missing) await http.post(url, { json: { '@type': type, ...relation } });
    for (const relation of excess) await http.delete(relation['@url']);
    return [missing.length, excess.length];
  },
  async upsertMany(place) {
    return upsertPeople(
      (id, json) => api(place).patch(`aux/client/id/${id}`, { json }),
      (json) => api(place).post('c', { json }),
      (error) => isHTTPError(error) && error.response.status === 404,
    );
  },
  syncUnchanged: syncClients,
  syncChanged: syncClients,
  async syncRelated(place) {
    const labels = await api(place).get('configuration/labels/items').json<List<Label>>();
    const http = absolute(place);
    return countUnchanged(clientsOf<Stored>(place), labels, (client) =>
      http.get(`${client['@url']}/relations/items`).json<List<Relation>>(),
    );
  },
  async deactivateLeft(place) {
    const body = { active: false, send_email: 'no' };
    return deactivateLeft(clientsOf<Stored>(place), (client) =>
      absolute(place).post(`${client['@url']}/activation`, { json: body }),
    );
  },
  async setLabels(place) {
    const labels = await api(place).get('configuration/labels/items').json<List<Label>>();
    const identifiers = await labelIdentifiers(labels, (label) =>
      api(place).post('configuration/labels', { json: { label } }).json<Label>(),
    );
    await api(place).patch(`aux/client/id/${externalId}`, { json: { labels: identifiers } });
    return identifiers.length;
  },
  async readAllTasks(place) {
    const http = absolute(place);
    return taskTitles(clientsOf<object>(place), (user) => http.get(`${user['@url']}/tasks/items`).json<Tasks>());
  },
  readConversations: (place) => readConversations(place, false),
  readShortPages: (place) => readConversations(place, true),
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
    return countChangedTasks(
      place,
      (searchParams) => api(place).get('changes', { searchParams }).json<List<Reference>>(),
      (url) => absolute(place).get(url).json<Tasks>(),
    );
  },
  async catchUpTasks(place) {
    return catchUp(place);
  },
  async catchUpConversations(place) {
    return (await readConversations(place, false)).map((found) => found.length);
  },
  // The URL of the job is kept, so that a second process costs no more.
  async resumeExport(place) {
    return byHand.runExport(place);
  },
};

async function catchUp(place: Place): Promise<number[]> {
  const changes = await api(place).get('changes', { searchParams: changesSince }).json<List<Reference>>();
  return countChangedItems(changes, (url) => absolute(place).get(url).json<List<object>>());
}

const clientsOf = <Some>(place: Place) =>
  itemsOf<Some>((searchParams) => api(place).get('c/items', { searchParams }).json<List<Some>>());

function syncClients(place: Place): Promise<number> {
  return syncCaseload(clientsOf<Stored>(place), (client, json) => absolute(place).patch(client['@url'], { json }));
}

function readConversations(place: Place, shortPageEnds: boolean): Promise<(string | null)[][]> {
  return conversationSubjects(
    (searchParams) => api(place).get('changes', { searchParams }).json<List<Reference>>(),
    (url, searchParams) => absolute(place).get(url, { searchParams }).json<Conversations>(),
    shortPageEnds,
  );
}
