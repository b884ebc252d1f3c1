import type { Application, Client } from 'care-platform';
import { baseUrl, clientDocument, linksTo } from '../support/documents.js';
import { json, type Platform } from '../support/platform.js';

/** Input that is refused: its title, the fields that the error names, and the call. */
export type WrongInput = readonly [title: string, fields: readonly string[], call: (care: Application) => unknown];

/** As a program without types gives it. */
const any = (value: unknown) => value as never;
const circle = () => {
  const form: { self?: unknown } = {};
  form.self = form;
  return form;
};
const update = (fields: unknown) => (care: Application) => care.updateClient({ id: 'EHR-1' }, any(fields));

/** Every kind of wrong field in what is to be sent. */
export const wrongFields = (platform: Platform): readonly WrongInput[] => {
  const client = (care: Application): Promise<Client> => {
    platform.on('GET', '/c/1', json(clientDocument('1', { '@links': linksTo({ merge: '/m', relations: '/r' }) })));
    return care.client({ url: `${baseUrl}/c/1` });
  };
  const relationTo = (professional: unknown) => async (care: Application) =>
    (await client(care)).addRelation(any({ professional, predicate: 'attends' }));

  return [
    ['a number for a text', ['first_name'], update({ first_name: 41 })],
    ['a number for a choice', ['gender'], update({ gender: 41 })],
    ['`null` for a required choice', ['gender'], update({ gender: null })],
    ['an email address with uppercase characters', ['email'], update({ email: 'Secret@example.org' })],
    ['a text that is no email address', ['email'], update({ email: 'secret' })],
    ['a day that does not exist', ['date_of_birth'], update({ date_of_birth: '2023-02-29' })],
    [
      'a number for true or false',
      ['active'],
      (care) => care.createClient(any({ first_name: 'N', last_name: 'W', active: 1, email: 'n@x', gender: 'f' })),
    ],
    ['a number within a list of texts', ['labels.1'], update({ labels: ['a', 5] })],
    ['a missing field of a file', ['picture.data'], update({ picture: { '@type': 'base64' } })],
    [
      'an unknown choice within a list',
      ['contentTypes.1'],
      (care) => care.catalogue(any({ limit: 5, contentTypes: ['diary', 'Secret'] })),
    ],
    ['an empty list of choices', ['contentTypes'], (care) => care.catalogue(any({ limit: 5, contentTypes: [] }))],
    ['a misspelt field', ['frist_name'], update({ frist_name: 'Secret' })],
    [
      'a misspelt field of a file',
      ['picture.nmae'],
      update({ picture: { '@type': 'base64', data: '', nmae: 'Secret' } }),
    ],
    [
      'a misspelt field of a user to merge in',
      ['name'],
      async (care) => (await client(care)).mergeIn(any({ id: 'EHR-2', name: 'Secret' })),
    ],
    [
      'several problems',
      ['last_name', 'gender', 'frist_name', 'sex'],
      update({ gender: 'Secret', last_name: 5, frist_name: 'Secret', sex: 'Secret' }),
    ],
    ['nothing', ['(whole)'], update(undefined)],
    ['a text for an object', ['(whole)'], update('Secret')],
    ['an upsert of nothing', ['(whole)'], (care) => care.upsertClient('EHR-1', any(null))],
    ['an upsert of a text', ['(whole)'], (care) => care.upsertClient('EHR-1', any('Secret'))],
    ['a plain form with a circle', ['(whole)'], (care) => care.restore(any(circle()))],
    [
      'a diary entry without a schema',
      ['schema'],
      async (care) => (await client(care)).addDiaryEntry(any(''), { dt: new Date(0) }),
    ],
    ['a user by URL and by id', ['professional'], relationTo({ url: `${baseUrl}/p/7`, id: 'PRO-7' })],
    ['a number for a user', ['professional'], relationTo(7)],
    ['a missing user', ['professional'], relationTo(undefined)],
    ['a text for a `Date`', ['since'], (care) => care.changes({ type: 'tasks', since: any('2024-07-01') }).toArray()],
    ['an unknown method', ['method'], (care) => care.request({ method: any('PUT'), url: '/c' })],
  ];
};

/** Every kind of wrong option of a call. */
export const wrongOptions: readonly WrongInput[] = [
  ['a signal that is no AbortSignal', ['signal'], (care) => care.open('c/1', { signal: any({ aborted: false }) })],
  ['an `extra` that is no object', ['extra'], (care) => care.open('c/1', { extra: any('a=1') })],
  [
    'a body in `extra` that is no object',
    ['extra.body'],
    (care) => care.request({ method: 'POST', url: 'x' }, { extra: { body: any([1]) } }),
  ],
  [
    'a query in `extra` that is no object',
    ['extra.query'],
    (care) => care.open('c/1', { extra: { query: any(['a']) } }),
  ],
  ['a body in `extra` of a GET', ['extra.body'], (care) => care.open('c/1', { extra: { body: { a: 1 } } })],
  ['a timeout of 0', ['timeout'], (care) => care.open('c/1', { timeout: 0 })],
  ['a deadline without end', ['deadline'], (care) => care.open('c/1', { deadline: Number.POSITIVE_INFINITY })],
  ['a URL that is no text', ['url'], (care) => care.open(any(5))],
  ['a value that a query cannot hold', ['a'], (care) => care.request({ url: 'x', query: { a: any(() => 1) } })],
  ['a misspelt option of a list', ['limt'], (care) => care.clients(any({ limt: 5 })).first()],
  ['a negative start of a list', ['start'], (care) => care.clients({ start: -1 }).first()],
  ['a limit of 0', ['limit'], (care) => care.clients({ limit: 0 }).first()],
  ['more than ten pages to prefetch', ['prefetch'], (care) => care.clients({ prefetch: 11 }).first()],
];
