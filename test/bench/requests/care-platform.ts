import { Client, ConversationsChange, connect, type ExportRowsOptions, memoryCursor } from 'care-platform';
import {
  caseload,
  externalId,
  feed,
  isOfCaseload,
  type Jobs,
  labelTexts,
  type Place,
  people,
  phoneNumber,
  related,
  relations,
  remaining,
} from './jobs.ts';

/** Never what is waited for: only requests are counted. */
const throttle = { requestsPerSecond: 1000, burst: 1000, connections: 20 };

const connected = ({ baseUrl, token, fetch }: Place, shortPageEnds = false) =>
  connect({ baseUrl, token, fetch, throttle, shortPageEnds });

/** As the guides have it. */
export const carePlatform: Jobs = {
  async readOne(place) {
    using care = await connected(place);
    return (await care.client({ id: externalId })).data.name;
  },
  async readDiary(place) {
    using care = await connected(place);
    const client = await care.client({ id: externalId });
    const entries = await client.diaryEntries().toArray();
    return entries.map((entry) => entry.schema?.title);
  },
  async changeOne(place) {
    using care = await connected(place);
    const client = await care.client({ id: externalId });
    const changed = await client.update({ phone_number: phoneNumber });
    return [client.data.name, changed.data.name, changed.data.phone_number];
  },
  async setRelations(place) {
    using care = await connected(place);
    const client = await care.client({ id: externalId });
    const { added, removed } = await client.syncRelations(relations);
    return [added.length, removed.length];
  },
  async upsertMany(place) {
    using care = await connected(place);
    let created = 0;
    for (const { id, ...fields } of people) {
      if ((await care.upsertClient(id, fields)).outcome === 'created') created++;
    }
    return created;
  },
  syncUnchanged: syncCaseload,
  syncChanged: syncCaseload,
  async syncRelated(place) {
    using care = await connected(place);
    let unchanged: number | undefined;
    for await (const { counts } of care.syncClients(related)) unchanged = counts.unchanged;
    return unchanged;
  },
  async deactivateLeft(place) {
    using care = await connected(place);
    const deactivateWithoutRow = { max: 20, filter: ({ data }: Client) => isOfCaseload(data) };
    let deactivated: number | undefined;
    for await (const { counts } of care.syncClients(remaining, { deactivateWithoutRow })) {
      deactivated = counts.deactivated;
    }
    return deactivated;
  },
  async setLabels(place) {
    using care = await connected(place);
    const client = await care.client({ id: externalId });
    return (await client.setLabels(labelTexts)).data.labels?.length;
  },
  async readAllTasks(place) {
    using care = await connected(place);
    const titles: string[][] = [];
    const clients = care.clients({ limit: 100 }).ofKind(Client);
    for await (const tasks of clients.map((client) => client.tasks().toArray(), { concurrency: 8 })) {
      titles.push(tasks.map((task) => task.data.title ?? ''));
    }
    return titles;
  },
  readConversations: (place) => readConversations(place, false),
  readShortPages: (place) => readConversations(place, true),
  async runExport(place) {
    using care = await connected(place);
    const job = await care.startExport({ name: 'client', output_format: 'json' });
    const done = await job.waitForCompletion();
    let rows = 0;
    for await (const _ of done.rows()) rows++;
    return rows;
  },
  async followChanges(place) {
    using care = await connected(place);
    const { start, ...pace } = feed;
    const cursor = { get: async () => start.toISOString(), set: async () => undefined };
    const tasks: number[] = [];
    try {
      for await (const event of care.watchChanges({ types: ['tasks'], cursor, ...pace, signal: place.hour })) {
        if (event.kind === 'change') tasks.push((await event.change.items().toArray()).length);
      }
    } catch (reason) {
      if (!place.hour.aborted) throw reason;
    }
    return tasks;
  },
  async catchUpTasks(place) {
    using care = await connected(place);
    const counts: number[] = [];
    for await (const { tasks } of care.mirrorTasks(catchUp)) counts.push(tasks.length);
    return counts;
  },
  async catchUpConversations(place) {
    using care = await connected(place);
    const counts: number[] = [];
    for await (const { conversations } of care.mirrorConversations(catchUp)) counts.push(conversations.length);
    return counts;
  },
  async resumeExport(place) {
    const cursor = memoryCursor();
    const end = new AbortController();
    setTimeout(() => {
      end.abort();
      place.stopTime();
    }, 20_000);
    await exportClients(place, { cursor, signal: end.signal }).catch((reason) => {
      if (!end.signal.aborted) throw reason;
    });
    return exportClients(place, { cursor });
  },
};

const catchUp = {
  cursor: { get: () => feed.start.toISOString(), set: () => undefined },
  overlap: feed.overlap,
  once: true,
};

async function exportClients(place: Place, options: ExportRowsOptions): Promise<number> {
  using care = await connected(place);
  let rows = 0;
  for await (const _ of care.exportRows({ name: 'client' }, options)) rows++;
  return rows;
}

async function syncCaseload(place: Place): Promise<number | undefined> {
  using care = await connected(place);
  let updated: number | undefined;
  for await (const { counts } of care.syncClients(caseload)) updated = counts.updated;
  return updated;
}

async function readConversations(place: Place, shortPageEnds: boolean): Promise<(string | null)[][]> {
  using care = await connected(place, shortPageEnds);
  const subjects: (string | null)[][] = [];
  for await (const change of care.changes({ type: 'conversations', since: feed.start })) {
    if (!(change instanceof ConversationsChange)) continue;
    const conversations = await change.items().toArray();
    subjects.push(conversations.map((conversation) => conversation.data.subject));
  }
  return subjects;
}
