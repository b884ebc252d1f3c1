import { type Application, Client, ConversationsChange, Friend, Professional, TasksChange } from 'care-platform';
import type { Sandbox } from 'care-platform/sandbox';
import { newClient, newProfessional } from './people.js';

/** A sandbox, and the connection of an API user to it. */
export interface Platform {
  readonly care: Application;
  readonly sandbox: Sandbox;
}

/** Prepares a call and returns it, so that only the requests of the call are counted. */
export type PrepareCall = (platform: Platform) => Promise<() => Promise<unknown>>;

const id = 'EHR-1042';
const days = { after: '2026-03-01', before: '2026-03-08' };
const picture = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' });

/** A call that needs what `find` finds. */
function on<Subject>(find: (platform: Platform) => Promise<Subject | undefined>) {
  return (send: (subject: Subject, platform: Platform) => Promise<unknown>): PrepareCall =>
    async (platform) => {
      const subject = await find(platform);
      if (subject === undefined) throw new Error('The sandbox has none.');
      return () => send(subject, platform);
    };
}

const findClient = ({ care }: Platform) => care.client({ id });
const findProfessional = ({ care }: Platform) => care.professional({ id: 'PRO-3' });
const startJob = ({ care }: Platform) => care.startExport({ name: 'client', output_format: 'csv' });
const hourAgo = ({ sandbox }: Platform) => new Date(sandbox.clock.now().getTime() - 3_600_000);

const root = on(async ({ care }) => care);
const client = on(findClient);
const inactiveClient = on(async (platform) => (await findClient(platform)).deactivate({ sendEmail: 'no' }));
const otherClient = on(({ care }) => care.client({ id: 'EHR-1043' }));
/** Read by itself: an item of a list comes without its links. */
const friend = on(async ({ care }) => {
  const found = (await care.clients().toArray()).find((user) => user instanceof Friend);
  return found?.refresh();
});
const professional = on(findProfessional);
const inactiveProfessional = on(async (platform) => (await findProfessional(platform)).deactivate());
const relation = on(async (platform) => (await findClient(platform)).relations().first());
const label = on(({ care }) => care.labels().first());
const entry = on(async (platform) => (await findClient(platform)).diaryEntries().first());
const planning = on(async (platform) => (await findClient(platform)).planning());
const pendingJob = on(startJob);
const readyJob = on(async (platform) => {
  const job = await startJob(platform);
  platform.sandbox.clock.advance({ hours: 1 });
  return job.refresh();
});
const tasksChange = on(async (platform) => {
  platform.sandbox.control.assignTask(id);
  const change = await platform.care.changes({ type: 'tasks', since: hourAgo(platform) }).first();
  return change instanceof TasksChange ? change : undefined;
});
const conversationsChange = on(async (platform) => {
  platform.sandbox.control.addConversation(id);
  const change = await platform.care.changes({ type: 'conversations', since: hourAgo(platform) }).first();
  return change instanceof ConversationsChange ? change : undefined;
});

/** A client, its diary, and an entry to add. */
const diary = on(async (platform) => {
  const writer = await findClient(platform);
  const diary = await writer.diary();
  const [schema] = await diary.schemas();
  return schema && { writer, diary, schema, values: { ...schema.defaults(), dt: new Date(), mood: 'good' } };
});

/** Reads the own user at an address. */
function own(
  kind: typeof Client | typeof Professional,
  findMe: (platform: Platform) => Promise<{ readonly url: string } | { readonly id: string }>,
): PrepareCall {
  return async (platform) => {
    const me = await findMe(platform);
    return () => platform.care.as(platform.sandbox.tokens.apiUser, { me }).me(kind as typeof Client);
  };
}

/** The methods that send one request, each with a call for each endpoint that it can use. */
export const methodCalls: Readonly<Record<string, readonly PrepareCall[]>> = {
  'care.clients': [root((care) => care.clients().first())],
  'care.searchClients': [root((care) => care.searchClients({ id }).first())],
  'care.client': [client(({ url }, { care }) => care.client({ url })), root((care) => care.client({ id }))],
  'care.me': [
    own(Client, async (platform) => ({ url: (await findClient(platform)).url })),
    own(Client, async () => ({ id })),
    own(Professional, async (platform) => ({ url: (await findProfessional(platform)).url })),
    own(Professional, async () => ({ id: 'PRO-3' })),
  ],
  'care.createClient': [root((care) => care.createClient(newClient))],
  'care.updateClient': [
    client(({ url }, { care }) => care.updateClient({ url }, { infix: 'de' })),
    root((care) => care.updateClient({ id }, { infix: 'de' })),
  ],
  'care.friend': [friend(({ url }, { care }) => care.friend({ url }))],
  'care.professionals': [root((care) => care.professionals().first())],
  'care.professional': [
    professional(({ url }, { care }) => care.professional({ url })),
    root((care) => care.professional({ id: 'PRO-3' })),
  ],
  'care.createProfessional': [root((care) => care.createProfessional(newProfessional))],
  'care.updateProfessional': [
    professional(({ url }, { care }) => care.updateProfessional({ url }, { infix: 'de' })),
    root((care) => care.updateProfessional({ id: 'PRO-3' }, { infix: 'de' })),
  ],
  'care.catalogue': [root((care) => care.catalogue({ limit: 5 }).first())],
  'care.labels': [root((care) => care.labels().first())],
  'care.label': [label(({ data: { identifier } }, { care }) => care.label({ identifier }))],
  'care.createLabel': [root((care) => care.createLabel('Autumn'))],
  'care.startExport': [root((care) => care.startExport({ name: 'client' }))],
  'care.exports': [root((care) => care.exports().first())],
  'care.exportJob': [pendingJob(({ url }, { care }) => care.exportJob(url))],
  'care.changes': [root((care) => care.changes({ type: 'tasks', since: new Date() }).first())],
  'care.apiErrors': [root((care) => care.apiErrors().first())],
  'care.carelinkErrors': [root((care) => care.carelinkErrors().first())],
  'care.hl7Errors': [root((care) => care.hl7Errors().first())],
  'care.clientAccessLog': [root((care) => care.clientAccessLog().first())],

  'client.update': [client((client) => client.update({ infix: 'de' }))],
  'client.activate': [inactiveClient((client) => client.activate({ sendEmail: 'no' }))],
  'client.deactivate': [client((client) => client.deactivate({ sendEmail: 'no' }))],
  'client.mergeIn': [client((client) => client.mergeIn({ id: 'EHR-1043' }))],
  "client.follow('relations')": [client((client) => client.follow('relations'))],
  'client.relations': [client((client) => client.relations().first())],
  'client.addRelation': [
    otherClient((client) => client.addRelation({ professional: { id: 'PRO-3' }, predicate: 'supervises' })),
  ],
  "client.follow('tasks')": [client((client) => client.follow('tasks'))],
  'client.tasks': [client((client) => client.tasks().first())],
  'client.planning': [client((client) => client.planning())],
  'client.plannedEvents': [client((client) => client.plannedEvents(days).first())],
  'client.calendar': [client((client) => client.calendar())],
  'client.conversations': [client((client) => client.conversations().first())],
  'client.catalogue': [client((client) => client.catalogue({ limit: 5 }).first())],
  'client.addTool': [itemFor(client)],
  'client.diary': [client((client) => client.diary())],
  'client.diarySchemas': [client((client) => client.diarySchemas())],
  'client.diaryEntries': [client((client) => client.diaryEntries().first())],
  'client.addDiaryEntry': [
    diary(({ writer, schema, values }) => writer.addDiaryEntry(schema, values)),
    diary(({ writer, schema, values }) => writer.addDiaryEntry(schema, { ...values, photo: picture })),
  ],

  'friend.update': [friend((friend) => friend.update({ name: 'Nova' }))],
  "friend.follow('tasks')": [friend((friend) => friend.follow('tasks'))],
  'friend.tasks': [friend((friend) => friend.tasks().first())],
  'friend.planning': [friend((friend) => friend.planning())],
  'friend.plannedEvents': [friend((friend) => friend.plannedEvents(days).first())],
  'friend.calendar': [friend((friend) => friend.calendar())],
  'friend.conversations': [friend((friend) => friend.conversations().first())],
  'friend.catalogue': [friend((friend) => friend.catalogue({ limit: 5 }).first())],
  'friend.addTool': [itemFor(friend)],

  'professional.update': [professional((professional) => professional.update({ infix: 'de' }))],
  'professional.activate': [inactiveProfessional((professional) => professional.activate())],
  'professional.deactivate': [professional((professional) => professional.deactivate())],
  "professional.follow('tasks')": [professional((professional) => professional.follow('tasks'))],
  'professional.tasks': [professional((professional) => professional.tasks().first())],
  'professional.groups': [professional((professional) => professional.groups())],
  'professional.setGroups': [professional((professional) => professional.setGroups(['secretaries']))],
  'professional.roles': [professional((professional) => professional.roles())],
  'professional.setRoles': [professional((professional) => professional.setRoles({ roles: ['role.Secretary'] }))],

  'relation.delete': [relation((relation) => relation.delete())],
  'label.rename': [label((label) => label.rename('Winter'))],
  'label.delete': [label((label) => label.delete())],
  'diary.schemas': [diary(({ diary }) => diary.schemas())],
  'diary.entries': [diary(({ diary }) => diary.entries().first())],
  'diary.addEntry': [
    diary(({ diary, schema, values }) => diary.addEntry(schema, values)),
    diary(({ diary, schema, values }) => diary.addEntry(schema, { ...values, photo: picture })),
  ],
  'entry.refresh': [entry((entry) => entry.refresh())],
  'entry.update': [entry((entry) => entry.update({ note: 'Walked' }))],
  'planning.plannedEvents': [planning((planning) => planning.plannedEvents(days).first())],
  'planning.calendar': [planning((planning) => planning.calendar())],
  'job.cancel': [pendingJob((job) => job.cancel())],
  'job.download': [readyJob(async (job) => (await job.download()).cancel())],
  'job.rows': [readyJob((job) => job.rows().next())],
  'change.items': [
    tasksChange((change) => change.items().first()),
    conversationsChange((change) => change.items().first()),
  ],
};

/** Adds an item of the catalogue to a user. */
function itemFor(
  user: (send: (found: Client | Friend, platform: Platform) => Promise<unknown>) => PrepareCall,
): PrepareCall {
  return async (platform) => {
    const item = await platform.care.catalogue({ limit: 1 }).first();
    return user((found) => found.addTool({ id: item?.data.id ?? '' }))(platform);
  };
}
