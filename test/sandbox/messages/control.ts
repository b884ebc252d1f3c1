import { createSandbox, type SandboxControl } from 'care-platform/sandbox';
import type { Provocations } from '../../support/message-list.js';

/** A hook as JavaScript, and JSON over HTTP, call it: without types. */
const hook =
  (name: keyof SandboxControl, ...given: readonly unknown[]) =>
  () => {
    const control = createSandbox({ clock: { frozen: true } }).control as unknown as Record<
      string,
      (...all: readonly unknown[]) => unknown
    >;
    return control[name]?.(...given);
  };

const friend = 'vera.vriendvoorbeeld@mail.example';
const ofFriend =
  (name: 'configureDiary' | 'diaryConfiguration', ...given: readonly unknown[]) =>
  () => {
    const { control } = createSandbox();
    const key = control.users('friend').find(({ email }) => email === friend)?.key ?? '';
    const called = control as unknown as Record<string, (...all: readonly unknown[]) => unknown>;
    try {
      return called[name]?.(key, ...given);
    } catch (error) {
      return [String(error).replace(key, '{friend}')];
    }
  };

/** Calls that the control refuses. */
export const control: Provocations = {
  'a user that is unknown': hook('user', 'EHR-9'),
  'no user': hook('user'),
  'a user too many': hook('user', 'EHR-1042', 'EHR-1043'),
  'a number for a user': hook('user', 7),
  'users of an unknown kind': hook('users', 'kings'),
  'a client with a misspelt field': hook('addClient', { frist_name: 'Nova' }),
  'a client that is no object': hook('addClient', 'Nova'),
  'a client with an unknown feature': hook('addClient', {}, { dairy: false }),
  'a friend with a misspelt field': hook('addFriend', { last_name: 'Nova' }),
  'a friend with a diary': hook('addFriend', {}, { diary: true }),
  'a professional with a misspelt field': hook('addProfessional', { name: 'Nova' }),
  'counter operators in no other group': hook('addProfessional', {}, ['counter-operators']),
  'groups that are no list': hook('addProfessional', {}, 'therapists'),
  'an API user with an unknown permission': hook('addApiUser', 'portal', ['king']),
  'a label that is a number': hook('addLabel', 7),
  'a relation the wrong way round': hook('addRelation', 'PRO-1', 'EHR-1042'),
  'a relation between clients': hook('addRelation', 'EHR-1042', 'EHR-1043'),
  'a relation between professionals': hook('addRelation', 'PRO-1', 'PRO-2'),
  'a relation of another sort': hook('addRelation', 'EHR-1043', 'PRO-1', 'likes'),
  'a token that is unknown': hook('revokeToken', 'no token'),
  'the features of a professional': hook('setFeatures', 'PRO-1', { diary: false }),
  'a feature that is unknown': hook('setFeatures', 'EHR-1042', { dairy: false }),
  'a feature that is a number': hook('setFeatures', 'EHR-1042', { diary: 1 }),
  'a permission that is unknown': hook('setPermissions', 'PRO-1', ['king']),
  'a state that is no boolean': hook('setActive', 'PRO-1', 'yes'),
  'a task for an API user': () => {
    const { control: own } = createSandbox();
    const key = own.users('apiUser')[0]?.key ?? '';
    try {
      return own.assignTask(key);
    } catch (error) {
      return [String(error).replace(key, '{apiUser}')];
    }
  },
  'a task with a misspelt field': hook('assignTask', 'EHR-1042', { titel: 'x' }),
  'a task for an empty group': hook('assignGroupTask', { group: 'secretarys' }),
  'a task for an empty list': hook('assignGroupTask', []),
  'a task that is unknown': hook('completeTask', 'x'),
  'a task that is unknown and deleted': hook('deleteTask', 'x'),
  'a conversation of a professional': hook('addConversation', 'PRO-1'),
  'a conversation with a misspelt field': hook('addConversation', 'EHR-1042', { subjct: 'x' }),
  'a conversation that is unknown': hook('newMessage', 'x'),
  'the diary of a friend': ofFriend('diaryConfiguration'),
  'the diary of a friend, configured': ofFriend('configureDiary', []),
  'a diary version with other fields': hook('configureDiary', 'EHR-1042', [
    { name: 'mood', version: 2, title: 'Mood diary', fields: [], icons: {} },
  ]),
  'schemas that are no list': hook('configureDiary', 'EHR-1042', {}),
  'an event without a time': hook('addPlannedEvent', 'EHR-1042', {}),
  'an event at another time': hook('addPlannedEvent', 'EHR-1042', { start: 'tomorrow' }),
  'a diary for the catalogue without a schema': hook('addCatalogueItem', { id: 'x', content_type: 'diary' }),
  'a catalogue item without an id': hook('addCatalogueItem', {}),
  'an export that is unknown': hook('stepExport', 'x'),
  'an export that is unknown and fails': hook('failExport', 'x'),
  'an export of two sizes': hook('enlargeNextExport', { rows: 1, bytes: 2 }),
  'an export of no size': hook('enlargeNextExport', {}),
  'an export of half a row': hook('enlargeNextExport', { rows: 0.5 }),
  'a log record with a misspelt field': hook('addApiError', { mesage: 'x' }),
};
