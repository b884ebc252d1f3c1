import {
  type Application,
  type Client,
  type Collection,
  connect,
  type DiaryEntry,
  type DiarySchema,
  type Download,
  type ExportJob,
  type Friend,
  isCareError,
  type Label,
  type Planning,
  type Professional,
  type Relation,
  type TasksChange,
} from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { afterAll, beforeAll } from 'vitest';

type Options = never;
export type Call = (options: Options) => unknown;

const days = { after: '2026-03-01', before: '2026-03-09' };
const attends = { professional: { id: 'PRO-3' }, predicate: 'attends' } as const;
const person = { first_name: 'A', last_name: 'B', active: true, email: 'a@b.example', gender: 'f' } as const;
const colleague = { first_name: 'A', last_name: 'B', active: true, email: 'a@b.example' };

let sandbox: Sandbox;
export const it = {} as {
  care: Application;
  client: Client;
  friend: Friend;
  professional: Professional;
  relation: Relation;
  label: Label;
  planning: Planning;
  entry: DiaryEntry;
  schema: DiarySchema;
  job: ExportJob;
  change: TasksChange;
  download: Download;
  list: Collection<unknown>;
};

beforeAll(async () => {
  sandbox = createSandbox({ limits: false });
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  const client = await care.client({ id: 'EHR-1042' });
  const [schema] = await client.diarySchemas();
  sandbox.control.assignTask(client.url, { title: 'A', message: 'B' });
  const [friend] = sandbox.control.users('friend');
  const job = await (await care.startExport({ name: 'client', output_format: 'csv' })).waitForCompletion();
  Object.assign(it, {
    ...{ care, client, schema, job, list: care.clients() },
    friend: await care.friend({ url: `${sandbox.baseUrl}${friend?.path}` }),
    professional: await care.professional({ id: 'PRO-3' }),
    relation: await client.relations().first(),
    label: await care.createLabel('A'),
    planning: await client.planning(),
    entry: await client.diaryEntries().first(),
    change: await care.changes({ type: 'tasks', since: new Date(sandbox.clock.now().getTime() - 3_600_000) }).first(),
    download: await job.download(),
  });
});
afterAll(() => it.care.close());

/** Names of the methods of a class that take an object of options. */
export type Taking<Class> = {
  [Name in keyof Class]-?: Class[Name] extends (...values: infer Values) => unknown
    ? HasOptions<Required<Values>[keyof Values & number]> extends true
      ? Name
      : never
    : never;
}[keyof Class];
type HasOptions<Value> = true extends (Value extends object ? (OptionName extends never ? never : Named<Value>) : never)
  ? true
  : false;
type OptionName = 'signal' | 'onProgress' | 'max' | 'changes' | 'zone';
type Named<Value> = Extract<keyof Value, OptionName> extends never ? never : true;

const list = { start: -1, limit: 0, prefetch: 11, shortPageEnds: 'yes' };
const upsert = { updateActive: 1, updatePicture: 'no', dryRun: 'yes', sendEmail: 'none' };
const poll = { onProgress: 1, interval: 0 };
const feed = { types: ['task'], cursor: {}, interval: 1, overlap: 1, once: 1 };

/** Each with a wrong value of what it takes beside the options of a request. */
type Table<Class> = Record<Exclude<Taking<Class>, keyof Common>, readonly [Call, object?]>;
export type Common = Pick<Application, 'follow' | 'refresh'>;

export const application: Table<Application> = {
  open: [(o) => it.care.open(it.client.url, o)],
  me: [(o) => it.care.as(sandbox.tokens.apiUser, { me: { id: 'EHR-1042' } }).me(o)],
  file: [(o) => it.care.file({ url: it.client.url }, o)],
  request: [(o) => it.care.request({ url: 'c/items' }, o)],
  clients: [(o) => it.care.clients({}, o), list],
  searchClients: [(o) => it.care.searchClients({ active: true }, o), list],
  client: [(o) => it.care.client({ id: 'EHR-1042' }, o)],
  createClient: [(o) => it.care.createClient(person, o), { sendEmail: 'none' }],
  updateClient: [(o) => it.care.updateClient({ id: 'EHR-1042' }, { infix: 'A' }, o)],
  upsertClient: [(o) => it.care.upsertClient('T', person, o), upsert],
  syncClients: [(o) => it.care.syncClients([], o).next(), { ...upsert, concurrency: 21, extra: {} }],
  friend: [(o) => it.care.friend({ url: it.friend.url }, o)],
  professionals: [(o) => it.care.professionals({}, o), list],
  professional: [(o) => it.care.professional({ id: 'PRO-3' }, o)],
  createProfessional: [(o) => it.care.createProfessional(colleague, o), { sendEmail: 'no' }],
  updateProfessional: [(o) => it.care.updateProfessional({ id: 'PRO-3' }, { infix: 'A' }, o)],
  upsertProfessional: [(o) => it.care.upsertProfessional('T', colleague, o), { ...upsert, sendEmail: 'no' }],
  syncProfessionals: [(o) => it.care.syncProfessionals([], o).next(), { ...upsert, sendEmail: 'no', extra: {} }],
  catalogue: [(o) => it.care.catalogue({ limit: 1 }, o), list],
  labels: [(o) => it.care.labels({}, o), list],
  label: [(o) => it.care.label({ identifier: '1' }, o)],
  createLabel: [(o) => it.care.createLabel('B', o)],
  ensureLabel: [(o) => it.care.ensureLabel('B', o)],
  startExport: [(o) => it.care.startExport({ name: 'client' }, o)],
  exportRows: [
    (o) => it.care.exportRows({ name: 'client' }, o).next(),
    { ...poll, cursor: {}, onJob: 1, schema: {}, extra: {} },
  ],
  exports: [(o) => it.care.exports({}, o), list],
  exportJob: [(o) => it.care.exportJob(it.job.url, o)],
  changes: [(o) => it.care.changes({ type: 'tasks', since: new Date() }, o), list],
  watchChanges: [(o) => it.care.watchChanges(o).next(), { ...feed, extra: {} }],
  mirrorTasks: [(o) => it.care.mirrorTasks(o).next(), { ...feed, types: ['tasks'], state: {}, extra: {} }],
  mirrorConversations: [
    (o) => it.care.mirrorConversations(o).next(),
    { ...feed, types: ['tasks'], state: {}, extra: {} },
  ],
  apiErrors: [(o) => it.care.apiErrors({}, o), list],
  carelinkErrors: [(o) => it.care.carelinkErrors({}, o), list],
  hl7Errors: [(o) => it.care.hl7Errors({}, o), list],
  clientAccessLog: [(o) => it.care.clientAccessLog({}, o), list],
};
const client: Table<Client> = {
  update: [(o) => it.client.update({ infix: 'A' }, o), { reread: 1 }],
  setLabels: [(o) => it.client.setLabels([], o), { reread: 1 }],
  activate: [(o) => it.client.activate({}, o)],
  deactivate: [(o) => it.client.deactivate({}, o)],
  mergeIn: [(o) => it.client.mergeIn({ id: 'EHR-1' }, o)],
  diary: [(o) => it.client.diary(o)],
  diaryEntries: [(o) => it.client.diaryEntries({}, o), list],
  diarySchemas: [(o) => it.client.diarySchemas(o)],
  addDiaryEntry: [(o) => it.client.addDiaryEntry('mood', { dt: new Date() }, o)],
  relations: [(o) => it.client.relations(o), list],
  addRelation: [(o) => it.client.addRelation(attends, o)],
  syncRelations: [(o) => it.client.syncRelations([attends], o)],
  tasks: [(o) => it.client.tasks({}, o), list],
  planning: [(o) => it.client.planning(o)],
  plannedEvents: [(o) => it.client.plannedEvents(days, o), list],
  calendar: [(o) => it.client.calendar(o)],
  conversations: [(o) => it.client.conversations({}, o), list],
  catalogue: [(o) => it.client.catalogue({ limit: 1 }, o), list],
  addTool: [(o) => it.client.addTool({ id: '1' }, o)],
};
const friend: Pick<Table<Friend>, 'update'> = { update: [(o) => it.friend.update({ name: 'A' }, o), { reread: 1 }] };
const professional: Table<Professional> = {
  update: [(o) => it.professional.update({ infix: 'A' }, o), { reread: 1 }],
  activate: [(o) => it.professional.activate(o), { sendEmail: 'no' }],
  deactivate: [(o) => it.professional.deactivate(o), { sendEmail: 'no' }],
  groups: [(o) => it.professional.groups(o)],
  setGroups: [(o) => it.professional.setGroups([], o)],
  roles: [(o) => it.professional.roles(o)],
  setRoles: [(o) => it.professional.setRoles({ roles: [] }, o)],
  tasks: [(o) => it.professional.tasks({}, o), list],
};
const job: Table<ExportJob> = {
  waitForCompletion: [(o) => it.job.waitForCompletion(o), poll],
  cancel: [(o) => it.job.cancel(o)],
  download: [(o) => it.job.download(o)],
  rows: [(o) => it.job.rows(o), { onProgress: 1, schema: {} }],
};
const relation: Table<Relation> = { delete: [(o) => it.relation.delete(o)] };
const label: Table<Label> = { rename: [(o) => it.label.rename('C', o)], delete: [(o) => it.label.delete(o)] };
const planning: Table<Planning> = {
  plannedEvents: [(o) => it.planning.plannedEvents(days, o), list],
  calendar: [(o) => it.planning.calendar(o)],
};
const entry: Table<DiaryEntry> = { update: [(o) => it.entry.update({ note: 'A' }, o), { reread: 1 }] };
const change: Table<TasksChange> = { items: [(o) => it.change.items(o), list] };
const common: Record<keyof Common, readonly [Call, object?]> = {
  follow: [(o) => it.client.follow('diary', o), { query: 'a=1' }],
  refresh: [(o) => it.client.refresh(o)],
};

export const request = { signal: {}, timeout: 0, deadline: '5', priority: 'high', extra: { boddy: {} } };
export const methods = Object.entries({
  application,
  client,
  friend,
  professional,
  job,
  relation,
  label,
  planning,
  entry,
  change,
  common,
}).flatMap(([owner, table]) =>
  Object.entries<readonly [Call, object?]>(table).map(
    ([name, [call, more]]) => [`${owner}.${name}`, call, more ?? {}] as const,
  ),
);

/** The number of requests that the sandbox has received. */
export const requestCount = () => sandbox.journal.length;

/** Calls as a program in JavaScript does: the names of the refused options, and the number of requests. */
export async function callWithOptions(call: Call, options: unknown) {
  const before = requestCount();
  const failure = await (async () => call(options as Options))().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const names = isCareError(failure, 'InputError') ? failure.problems.map(({ name }) => name) : failure;
  return { names, requests: requestCount() - before };
}
