import {
  type Application,
  type Client,
  type ConversationsChange,
  connect,
  type Friend,
  type Professional,
  type TasksChange,
} from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import type { Provocations } from '../../support/message-list.js';

interface Scene {
  readonly care: Application;
  readonly client: Client;
  readonly friend: Friend;
  readonly professional: Professional;
  readonly changes: { readonly tasks: TasksChange; readonly conversations: ConversationsChange };
}

/** What a call reports if the platform refuses everything, once its resources were read. */
const forbidden = (call: (scene: Scene) => unknown) => async () => {
  const sandbox = createSandbox({ limits: false, clock: { frozen: true } });
  const { baseUrl, tokens, fetch, control, faults } = sandbox;
  const care = await connect({ baseUrl, token: tokens.apiUser, fetch, retry: 0 });
  try {
    const client = await care.client({ id: 'EHR-1042' });
    const friend = await care.friend({ url: `${baseUrl}${control.users('friend')[0]?.path}` });
    const professional = await care.professional({ id: 'PRO-1' });
    control.assignTask('EHR-1042');
    control.addConversation('EHR-1042');
    const since = new Date(sandbox.clock.now().getTime() - 60_000);
    const [tasks] = await care.changes({ type: 'tasks', since }).toArray();
    const [conversations] = await care.changes({ type: 'conversations', since }).toArray();
    const changes = { tasks, conversations } as unknown as Scene['changes'];
    faults.add({ kind: 'response', status: 403, body: { code: 403, message: 'Forbidden' }, times: 9 });
    return await call({ care, client, friend, professional, changes });
  } finally {
    care.close();
  }
};

const days = { after: '2026-03-01', before: '2026-03-08' };
const since = new Date('2026-03-01T09:00:00Z');
const newClient = {
  ...{ first_name: 'Nova', last_name: 'Nieuw', active: false, email: 'nova@mail.example' },
  ...({ gender: 'f', date_of_birth: '1990-01-15' } as const),
};
const entry = { dt: since, mood: 'good', tension: 3 };
const schema = 'https://care.example/ns/diary/schema/entry#mood:2';
const relation = { professional: { id: 'PRO-2' }, predicate: 'attends' } as const;

/** Each call by what its error is about. */
export const targets: Provocations = {
  refresh: forbidden(({ care }) => care.refresh()),
  open: forbidden(({ care }) => care.open('c/x')),
  request: forbidden(({ care }) => care.request({ url: 'c/x' })),
  file: forbidden(({ care }) => care.file({ url: 'files/x' })),
  clients: forbidden(({ care }) => care.clients().first()),
  searchClients: forbidden(({ care }) => care.searchClients({ id: 'EHR-1' }).first()),
  client: forbidden(({ care }) => care.client({ id: 'EHR-1' })),
  createClient: forbidden(({ care }) => care.createClient(newClient)),
  updateClient: forbidden(({ care }) => care.updateClient({ id: 'EHR-1' }, { infix: null })),
  upsertClient: forbidden(({ care }) => care.upsertClient('EHR-1', newClient)),
  friend: forbidden(({ care }) => care.friend({ url: 'c/x' })),
  professionals: forbidden(({ care }) => care.professionals().first()),
  professional: forbidden(({ care }) => care.professional({ id: 'PRO-9' })),
  createProfessional: forbidden(({ care }) =>
    care.createProfessional({ first_name: 'Pro', last_name: 'Nieuw', active: true, email: 'pro@mail.example' }),
  ),
  updateProfessional: forbidden(({ care }) => care.updateProfessional({ id: 'PRO-9' }, { infix: null })),
  labels: forbidden(({ care }) => care.labels().first()),
  label: forbidden(({ care }) => care.label({ identifier: '1' })),
  createLabel: forbidden(({ care }) => care.createLabel('Autumn')),
  ensureLabel: forbidden(({ care }) => care.ensureLabel('Autumn')),
  catalogue: forbidden(({ care }) => care.catalogue({ limit: 1 }).first()),
  startExport: forbidden(({ care }) => care.startExport({ name: 'client' })),
  exports: forbidden(({ care }) => care.exports().first()),
  exportJob: forbidden(({ care }) => care.exportJob('export/x')),
  changes: forbidden(({ care }) => care.changes({ type: 'tasks', since }).first()),
  apiErrors: forbidden(({ care }) => care.apiErrors().first()),
  carelinkErrors: forbidden(({ care }) => care.carelinkErrors().first()),
  hl7Errors: forbidden(({ care }) => care.hl7Errors().first()),
  clientAccessLog: forbidden(({ care }) => care.clientAccessLog().first()),
  'tasks of a change': forbidden(({ changes }) => changes.tasks.items().first()),
  'conversations of a change': forbidden(({ changes }) => changes.conversations.items().first()),
  'refresh of a client': forbidden(({ client }) => client.refresh()),
  'update of a client': forbidden(({ client }) => client.update({ infix: null })),
  'activate of a client': forbidden(({ client }) => client.activate()),
  'deactivate of a client': forbidden(({ client }) => client.deactivate()),
  mergeIn: forbidden(({ client }) => client.mergeIn({ id: 'EHR-1043' })),
  diary: forbidden(({ client }) => client.diary()),
  diaryEntries: forbidden(({ client }) => client.diaryEntries().first()),
  diarySchemas: forbidden(({ client }) => client.diarySchemas()),
  addDiaryEntry: forbidden(({ client }) => client.addDiaryEntry(schema, entry)),
  relations: forbidden(({ client }) => client.relations().first()),
  addRelation: forbidden(({ client }) => client.addRelation(relation)),
  tasks: forbidden(({ client }) => client.tasks().first()),
  conversations: forbidden(({ client }) => client.conversations({ limit: 1 }).first()),
  planning: forbidden(({ client }) => client.planning()),
  plannedEvents: forbidden(({ client }) => client.plannedEvents(days).first()),
  calendar: forbidden(({ client }) => client.calendar()),
  'catalogue of a client': forbidden(({ client }) => client.catalogue({ limit: 1 }).first()),
  addTool: forbidden(({ client }) => client.addTool({ id: '1' })),
  'update of a friend': forbidden(({ friend }) => friend.update({ name: 'Vera' })),
  'tasks of a friend': forbidden(({ friend }) => friend.tasks().first()),
  'update of a professional': forbidden(({ professional }) => professional.update({ infix: null })),
  'activate of a professional': forbidden(({ professional }) => professional.activate()),
  groups: forbidden(({ professional }) => professional.groups()),
  setGroups: forbidden(({ professional }) => professional.setGroups(['therapists'])),
  roles: forbidden(({ professional }) => professional.roles()),
  'tasks of a professional': forbidden(({ professional }) => professional.tasks().first()),
};

/** As a program in JavaScript calls it. */
const any = (value: unknown) => value as never;

/** Input that is refused before anything is sent, by the method that refuses it. */
export const refusedInput: Provocations = {
  me: forbidden(({ care }) => care.me()),
  open: forbidden(({ care }) => care.open(any(7))),
  exportJob: forbidden(({ care }) => care.exportJob(any(7))),
  exportRows: forbidden(({ care }) => care.exportRows({ name: 'client' }, any({ cursr: 7 })).next()),
  createClient: forbidden(({ care }) => care.createClient(any({ first_name: 7 }))),
  updateClient: forbidden(({ care }) => care.updateClient({ id: 'EHR-1' }, any({ first_name: 7 }))),
  upsertClient: forbidden(({ care }) => care.upsertClient('EHR-1', any({ first_name: 7 }))),
  'upsertClient with a text for the fields': forbidden(({ care }) => care.upsertClient('EHR-1', any('Nova'))),
  'upsertProfessional with a list for the fields': forbidden(({ care }) => care.upsertProfessional('PRO-1', any([]))),
  searchClients: forbidden(({ care }) => care.searchClients(any({ id: 7 }))),
  createProfessional: forbidden(({ care }) => care.createProfessional(any({ first_name: 7 }))),
  updateProfessional: forbidden(({ care }) => care.updateProfessional({ id: 'PRO-1' }, any({ first_name: 7 }))),
  createLabel: forbidden(({ care }) => care.createLabel(any(7))),
  ensureLabel: forbidden(({ care }) => care.ensureLabel(any(7))),
  catalogue: forbidden(({ care }) => care.catalogue(any({ limit: 1, contentTypes: [] }))),
  startExport: forbidden(({ care }) => care.startExport(any({ name: 7, output_format: 'doc' }))),
  changes: forbidden(({ care }) => care.changes(any({ type: 'mails', since: 'today' }))),
  update: forbidden(({ client }) => client.update(any({ first_name: 7 }))),
  'activate with another mail': forbidden(({ client }) => client.activate(any({ sendEmail: 'yes' }))),
  mergeIn: forbidden(({ client }) => client.mergeIn(any({ id: 7 }))),
  'mergeIn of another platform': forbidden(({ client }) => client.mergeIn({ url: 'https://other.example/api/2/c/1' })),
  diaryEntries: forbidden(({ client }) => client.diaryEntries({ modifiedAfter: new Date(Number.NaN) })),
  'addDiaryEntry without a schema': forbidden(({ client }) => client.addDiaryEntry(any({}), entry)),
  'addDiaryEntry with an empty schema': forbidden(({ client }) => client.addDiaryEntry('', entry)),
  'addDiaryEntry by an id, with attributes of the platform': forbidden(({ client }) =>
    client.addDiaryEntry(schema, any({ ...entry, '@url': 'x' })),
  ),
  addRelation: forbidden(({ client }) => client.addRelation(any({ professional: { id: 7 }, predicate: 'likes' }))),
  syncRelations: forbidden(({ client }) => client.syncRelations(any([{ professional: { id: 7 } }]))),
  plannedEvents: forbidden(({ client }) => client.plannedEvents(any({ after: 'x', before: 7 }))),
  conversations: forbidden(({ client }) => client.conversations(any({ relevant: 'none' })).first()),
  addTool: forbidden(({ client }) => client.addTool(any({ id: 7 }))),
  'update of a friend': forbidden(({ friend }) => friend.update(any({ name: 7 }))),
  'update of a professional': forbidden(({ professional }) => professional.update(any({ first_name: 7 }))),
  setGroups: forbidden(({ professional }) => professional.setGroups(any('therapists'))),
  'setGroups with counter operators alone': forbidden(({ professional }) =>
    professional.setGroups(['counter-operators']),
  ),
};
