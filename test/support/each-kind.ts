import {
  baseUrl,
  clientDocument,
  type Document,
  exportJobDocument,
  labelDocument,
  linksTo,
  namespace,
  relationDocument,
  taskDocument,
} from './documents.js';

const everyLink = ['tasks.items', 'relations.items', 'diary.entries.items', 'conversations', 'tools', 'activation'];
const ofKind = (type: string, fields: Document = {}): Document => ({
  '@type': `${namespace}/${type}`,
  '@url': `${baseUrl}/x/1`,
  '@links': linksTo(Object.fromEntries(everyLink.map((name) => [name, `/x/${name}`]))),
  ...fields,
});
const reference = { '@type': `${namespace}/user-reference/client`, url: `${baseUrl}/c/1`, id: null };
const log = { datetime: '2024-07-01T10:00:00', user_id: 'u', message: 'm', extra: null };
const conversation = {
  last_activity: '2024-07-01T10:00:00',
  unread: 1,
  has_call: false,
  has_ongoing_call: false,
  has_missed_call: false,
  url: 'https://care.example/x',
};
const professional = { first_name: 'A', last_name: 'B', active: true, email: 'a@example.org', name: 'A B' };

/** One document of each kind that the package knows, and of one that it does not. */
export const eachKind: [string, Document][] = [
  ['client', clientDocument('1')],
  ['friend', ofKind('friend', { active: true })],
  ['professional', ofKind('professional', professional)],
  ['groups', ofKind('user/groups', { groups: [] })],
  ['roles', ofKind('user/roles', { roles: [], additional_roles: [] })],
  ['label', labelDocument('1')],
  ['relation', relationDocument('1')],
  ['diary', ofKind('diary')],
  ['diary entry', ofKind('diary/schema/entry#mood:1', { dt: '2024-07-01T10:00:00' })],
  ['catalogue item', ofKind('catalogue/item', { id: '1', content_type: 'topic', lang: 'nl', title: 't' })],
  ['task', taskDocument('1')],
  ['planning', ofKind('planning')],
  ['planned event', ofKind('todo', { topic: 't', description: 'd', visible: true, eta: '2024-07-01T10:00:00' })],
  ['conversation', ofKind('conversation/api', conversation)],
  ['export job', exportJobDocument()],
  ['tasks change', ofKind('change/tasks', { url: `${baseUrl}/x`, user: reference })],
  ['conversations change', ofKind('change/conversations', { url: `${baseUrl}/x`, user: reference })],
  ['access record', ofKind('error/record', log)],
  ['API error', ofKind('error/api', { ...log, uri: '/c', code: 400, payload: null })],
  ['HL7 error', ofKind('error/hl7', { ...log, uri: '/c', code: 400, payload: null })],
  [
    'care integration error',
    ofKind('error/carelink', {
      ...log,
      was_fatal: true,
      event_id: 'e',
      event_type: 't',
      resource_link: 'r',
      patient_link: 'p',
    }),
  ],
  ['unknown kind', ofKind('guest')],
];
