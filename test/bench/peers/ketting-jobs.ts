import { BaseState, Ketting, Links, type Resource } from 'ketting';
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
    const items = await started(place).client.follow<Diary>('diary.entries.items');
    return diaryTitles((await items.get()).data);
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
    const container = await client.follow<object>('relations');
    const items = await client.follow<List<Relation>>('relations.items');
    const { missing, excess } = relationDifferences((await items.get()).data['@items']);
    const type = (await client.get()).data['@type'].replace(/client$/, 'relation');
    for (const relation of missing) await container.post({ data: { '@type': type, ...relation } });
    for (const relation of excess) await open(relation['@url']).delete();
    return [missing.length, excess.length];
  },
  async upsertMany(place) {
    const { documented } = started(place);
    return upsertPeople(
      (id, data) => documented(`aux/client/id/${id}`).patch({ data }),
      (data) => documented('c').post({ data }),
      (error) => error instanceof Error && 'status' in error && error.status === 404,
    );
  },
  syncUnchanged: syncClients,
  syncChanged: syncClients,
  async syncRelated(place) {
    const site = started(place);
    const labels = await site.root.follow<List<Label>>('configuration.labels.items');
    return countUnchanged(clientsOf<Stored>(site), (await labels.get()).data, async (client) => {
      const items = await site.open(client['@url']).follow<List<Relation>>('relations.items');
      return (await items.get()).data;
    });
  },
  async deactivateLeft(place) {
    const site = started(place);
    return deactivateLeft(clientsOf<Stored>(site), async (client) => {
      const activation = await site.open(client['@url']).follow<object>('activation');
      await activation.post({ data: { active: false, send_email: 'no' } });
    });
  },
  async setLabels(place) {
    const { root, client } = started(place);
    const labels = await root.follow<List<Label>>('configuration.labels.items');
    const container = await root.follow<object>('configuration.labels');
    const identifiers = await labelIdentifiers((await labels.get()).data, async (label) => {
      return (await container.postFollow<Label>({ data: { label } }).then((created) => created.get())).data;
    });
    await client.patch({ data: { labels: identifiers } });
    return identifiers.length;
  },
  async readAllTasks(place) {
    const site = started(place);
    return taskTitles(clientsOf<object>(site), async (user) => {
      const tasks = await site.open(user['@url']).follow<Tasks>('tasks.items');
      return (await tasks.get()).data;
    });
  },
  readConversations: (place) => readConversations(place, false),
  readShortPages: (place) => readConversations(place, true),
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
    return countChangedTasks(
      place,
      async (query) => (await changes.go<List<Reference>>(`?${new URLSearchParams(query)}`).get()).data,
      // What it has kept is old by now.
      async (url) => (await open<Tasks>(url).refresh()).data,
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
    return ketting.runExport(place);
  },
};

async function catchUp(place: Place): Promise<number[]> {
  const { root, open } = started(place);
  const changes = await (await root.follow<object>('changes'))
    .go<List<Reference>>(`?${new URLSearchParams(changesSince)}`)
    .get();
  return countChangedItems(changes.data, async (url) => (await open<List<object>>(url).get()).data);
}

function clientsOf<Some>({ documented }: ReturnType<typeof started>) {
  return itemsOf<Some>(
    async ({ start, limit }) => (await documented<List<Some>>(`c/items?start=${start}&limit=${limit}`).get()).data,
  );
}

function syncClients(place: Place): Promise<number> {
  const site = started(place);
  return syncCaseload(clientsOf<Stored>(site), (client, data) => site.open(client['@url']).patch({ data }));
}

function readConversations(place: Place, shortPageEnds: boolean): Promise<(string | null)[][]> {
  const { documented, open } = started(place);
  return conversationSubjects(
    async (query) => (await documented<List<Reference>>(`changes?${new URLSearchParams(query)}`).get()).data,
    async (url, { start, limit }) => (await open<Conversations>(`${url}?start=${start}&limit=${limit}`).get()).data,
    shortPageEnds,
  );
}
