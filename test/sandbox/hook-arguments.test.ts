import { createSandbox, type SandboxControl } from 'care-platform/sandbox';
import { expect, test } from 'vitest';

/** As JavaScript, and JSON over HTTP, call the hooks: without types. */
const untyped = (control: SandboxControl) => control as unknown as Record<string, (...given: unknown[]) => unknown>;

const valid: Readonly<Record<string, readonly unknown[]>> = {
  assignTask: ['EHR-1042', { title: 'A', message: 'B' }],
  assignGroupTask: [{ group: 'secretaries' }, { title: 'A' }],
  addConversation: ['EHR-1042', { subject: null, participants: ['A'], unread: 1, hasCall: true }],
  addPlannedEvent: ['EHR-1042', { start: '2026-03-02T10:00:00', repetition: { frequency: 'daily', count: 2 } }],
  addCatalogueItem: [{ id: 'x', content_type: 'topic' }],
  failNextExport: [{ message: 'A', extra: [{ name: 'a', message: 'b' }] }],
  enlargeNextExport: [{ rows: 1 }],
  addAccessLogRecord: [{ at: new Date(0), message: 'A' }],
  addApiError: [{ code: 400, uri: '/', payload: null }],
  addCarelinkError: [{ wasFatal: false }],
  addHl7Error: [{ userId: null }],
  addClient: [{ first_name: 'A', labels: null }, { diary: false }],
  addFriend: [{ name: 'A' }],
  addProfessional: [{ id: 'PRO-9' }, ['secretaries', 'counter-operators']],
};

test.each(Object.entries(valid))('%s takes %j', (hook, given) => {
  expect(() => untyped(createSandbox().control)[hook]?.(...given)).not.toThrow();
});

const misspelt = Object.entries(valid).flatMap(([hook, given]) =>
  given.flatMap((argument, at) =>
    typeof argument === 'object' && argument !== null && !Array.isArray(argument)
      ? [[hook, given.with(at, { ...argument, titel: 'A' })] as const]
      : [],
  ),
);

const bothEnds = { frequency: 'daily', count: 2, until: '2026-03-09T10:30:00' };
const mood = { name: 'mood', version: 1, title: 'Mood', icons: {} };

test.each([
  ...misspelt,
  ['assignTask', ['EHR-1042', { title: 5 }]],
  ['assignTask', ['EHR-1042', 'Read this']],
  ['assignTask', [['EHR-1042']]],
  ['assignTask', []],
  ['assignTask', ['EHR-1042', { title: 'A' }, 'more']],
  ['assignGroupTask', ['EHR-1042']],
  ['assignGroupTask', [{ grup: 'secretaries' }]],
  ['addClient', [{ active: 'yes' }]],
  ['addClient', [{ gender: 'x' }]],
  ['addClient', [{ date_of_birth: '1990-02-30' }]],
  ['addClient', [{}, { diary: 'no' }]],
  ['addClient', [null]],
  ...['addClient', 'addProfessional'].map((hook) => [hook, [{ labels: ['Wachtlijst'] }]] as const),
  ...['addClient', 'addFriend', 'addProfessional'].flatMap((hook) =>
    ['Jo@mail.example', 'no address', ''].map((email) => [hook, [{ email }]] as const),
  ),
  ['addProfessional', [{}, ['therapist']]],
  ['addProfessional', [{}, ['counter-operators']]],
  ['addProfessional', [{}, ['application-managers', 'counter-operators']]],
  ['addRelation', ['EHR-1042', 'PRO-1', 'attend']],
  ['setActive', ['EHR-1042', 'false']],
  ['setActive', ['EHR-1042']],
  ['users', ['clients']],
  ['addConversation', ['EHR-1042', { unread: -1 }]],
  ['addPlannedEvent', ['EHR-1042', { start: '2026-03-02T10:30:00.5' }]],
  ['addPlannedEvent', ['EHR-1042', { start: '2026-03-02T10:30:00+02:00' }]],
  ['addPlannedEvent', ['EHR-1042', { start: '2026-03-02T10:30:00', repetition: bothEnds }]],
  ['enlargeNextExport', [{ row: 5 }]],
  ['enlargeNextExport', [{}]],
  ['enlargeNextExport', [{ rows: 1, bytes: 1 }]],
  ['addApiError', [{ at: '2026-03-01' }]],
  ['addApiError', [{ at: new Date(Number.NaN) }]],
  ['addCatalogueItem', [{ title: 'Without an id' }]],
  ['addCatalogueItem', [{ id: 'x', content_type: 'topics' }]],
  ['addCatalogueItem', [{ id: 'x', content_type: 'diary' }, { name: 'a' }]],
  ['configureDiary', ['EHR-1042', [{}]]],
  ...[null, Number.NaN, {}, ['a']].map(
    (value) =>
      [
        'configureDiary',
        ['EHR-1042', [{ ...mood, fields: [{ name: 'a', title: 'A', type: 'text', default: value }] }]],
      ] as const,
  ),
  ['reset', [true]],
] as (readonly [string, readonly unknown[]])[])('%s(%j) is refused, and changes nothing', (hook, given) => {
  const { control, journal } = createSandbox();
  const before = JSON.stringify(control.users());
  expect(() => untyped(control)[hook]?.(...given)).toThrow(TypeError);
  expect(JSON.stringify(control.users())).toBe(before);
  expect(journal).toEqual([]);
});

test.each(['user', 'issueToken', 'stepExport', 'newMessage', 'completeTask'])(
  '%s does not repeat all of a long key that is unknown',
  (hook) => {
    const long = 'x'.repeat(1_000_000);
    const call = () => untyped(createSandbox().control)[hook]?.(long);
    expect(call).toThrow('xxx');
    expect(call).not.toThrow('x'.repeat(1000));
  },
);
