import { conversationStore } from '../conversations/conversation-store.js';
import { exportStore } from '../export/exports.js';
import { taskStore } from '../tasks/task-store.js';
import type { Json } from '../world/json.js';
import type { World } from '../world/world.js';
import type { SandboxControl } from './control.js';

/** References to what the world has now, for examples that work. */
interface WorldReferences {
  readonly client: string;
  readonly professional: string;
  readonly token: string;
  readonly task: string;
  readonly conversation: string;
  readonly job: string;
}

const eveningDiary = {
  ...{ name: 'evening', version: 1, title: 'Evening diary', icons: {} },
  fields: [{ name: 'mood', title: 'How are you?', type: 'text', required: true }],
};

const hookExamples: Readonly<Record<keyof SandboxControl, (known: WorldReferences) => readonly Json[]>> = {
  users: () => ['client'],
  user: ({ client }) => [client],
  addClient: () => [{ first_name: 'Nova', last_name: 'Voorbeeld', date_of_birth: '1990-01-15' }, { tools: false }],
  addFriend: () => [{ name: 'Vera Voorbeeld' }],
  addProfessional: () => [{ first_name: 'Tess', last_name: 'Voorbeeld' }, ['therapists']],
  addApiUser: () => ['portal', ['changes']],
  addLabel: () => ['Waiting list'],
  addRelation: ({ client, professional }) => [client, professional, 'supervises'],
  issueToken: ({ client }) => [client],
  revokeToken: ({ token }) => [token],
  setFeatures: ({ client }) => [client, { diary: false }],
  setPermissions: ({ professional }) => [professional, ['dataAnalyst']],
  setActive: ({ client }) => [client, false],
  assignTask: ({ client }) => [client, { title: 'Read this', message: 'When you have time.' }],
  assignGroupTask: ({ client }) => [[client], { title: 'Read this' }],
  completeTask: ({ task }) => [task],
  deleteTask: ({ task }) => [task],
  addConversation: ({ client }) => [client, { subject: 'Your question', participants: ['Tess'], unread: 1 }],
  newMessage: ({ conversation }) => [conversation],
  startCall: ({ conversation }) => [conversation],
  endCall: ({ conversation }) => [conversation],
  missCall: ({ conversation }) => [conversation],
  configureDiary: ({ client }) => [client, [eveningDiary]],
  diaryConfiguration: ({ client }) => [client],
  addPlannedEvent: ({ client }) => [
    client,
    {
      ...{ title: 'Group session', start: '2026-03-02T10:30:00' },
      repetition: { frequency: 'weekly', interval: 1, count: 4 },
    },
  ],
  clearPlanning: ({ client }) => [client],
  addCatalogueItem: () => [{ id: 'sleep', content_type: 'topic', title: 'Sleep' }],
  clearCatalogue: () => [],
  stepExport: ({ job }) => [job],
  failExport: ({ job }) => [job, { message: 'The disk is full' }],
  failNextExport: () => [{ message: 'The disk is full' }],
  enlargeNextExport: () => [{ rows: 100_000 }],
  addAccessLogRecord: () => [{ at: '2026-03-02T09:00:00Z', message: 'Search outside the caseload' }],
  addApiError: () => [{ code: 500, uri: '/c/items', message: 'Unexpected error' }],
  addCarelinkError: () => [{ wasFatal: false, message: 'The message was not understood' }],
  addHl7Error: () => [{ message: 'The message was not understood' }],
  reset: () => [],
};

/** Valid arguments of a hook, as JSON. If the world has nothing to refer to, the example says what belongs there. */
export function exampleArguments(hook: keyof SandboxControl, world: World): readonly Json[] {
  return hookExamples[hook](findReferences(world));
}

function findReferences(world: World): WorldReferences {
  const client = world.users.clients().find(({ active }) => active);
  const professional = world.users.professionals().at(-1);
  const [task] = client ? taskStore.of(world).of(client) : [];
  const [conversation] = client ? conversationStore.of(world).of(client) : [];
  const job = exportStore
    .of(world)
    .all()
    .find(({ pending }) => pending);
  return {
    client: client?.details.id ?? client?.key ?? 'the key of a client',
    professional: professional?.details.id ?? professional?.key ?? 'the key of a professional',
    // The token that was issued last: the others may be in use.
    token: world.tokens.all().at(-1)?.token ?? 'a token',
    task: task?.key ?? 'the key of a task',
    conversation: conversation?.key ?? 'the key of a conversation',
    job: job?.key ?? 'the key of an export job',
  };
}
