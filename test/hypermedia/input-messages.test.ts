import type { Application, InputError } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, clientDocument, linksTo } from '../support/documents.js';
import { json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

/** As a program without types calls it. */
const any = (value: unknown) => value as never;
const update = (fields: unknown) => (care: Application) => care.updateClient({ id: 'EHR-1' }, any(fields));
const client = async (care: Application) => {
  platform.on('GET', '/c/1', json(clientDocument('1', { '@links': linksTo({ merge: '/m', relations: '/r' }) })));
  return care.client({ url: `${baseUrl}/c/1` });
};

const clientFields =
  'There are: first_name, last_name, email, gender, infix, picture, labels, date_of_birth, phone_number, id, bsn.';
const genders = '`gender` takes: m, f, other, unknown.';
const unknown = 'Unknown attribute; what a later release of the platform takes goes in `extra`.';

test.each<[string, (care: Application) => unknown, string]>([
  [
    'a field of another type, and no more',
    update({ first_name: 41 }),
    'client: first_name: Must be transferred as string. Nothing was sent.',
  ],
  [
    'a choice, which is no text to whoever chose it',
    update({ gender: 41 }),
    `client: gender: Unknown value. Nothing was sent. ${genders}`,
  ],
  [
    'what is required and `null`, with what there is to choose from',
    update({ gender: null }),
    `client: gender: Required input is missing. Nothing was sent. ${genders}`,
  ],
  [
    'a yes or no that is none',
    (care) => care.createClient(any({ first_name: 'N', last_name: 'W', active: 1, email: 'n@x', gender: 'f' })),
    'new client: active: Must be of type boolean. Nothing was sent.',
  ],
  [
    'a field in its place within another',
    update({ labels: ['a', 5] }),
    'client: labels.1: Must be transferred as string. Nothing was sent.',
  ],
  [
    'one that is missing within another',
    update({ picture: { '@type': 'base64' } }),
    'client: picture.data: Required input is missing. Nothing was sent.',
  ],
  [
    'a choice within a list, by its place',
    (care) => care.catalogue(any({ limit: 5, contentTypes: ['diary', 'Secret'] })),
    'catalogue: contentTypes.1: Unknown value. Nothing was sent. `contentTypes.1` takes: diary, template treatment, ' +
      'topic, action plan, template rom planning, template screening, template screening intake, template training.',
  ],
  [
    'a misspelt field, with all that there are',
    update({ frist_name: 'Secret' }),
    `client: frist_name: ${unknown} Nothing was sent. ${clientFields}`,
  ],
  [
    'a misspelt field within another in its place, not with the fields around it',
    update({ picture: { '@type': 'base64', data: '', nmae: 'Secret' } }),
    `client: picture.nmae: ${unknown} Nothing was sent.`,
  ],
  [
    'a misspelt attribute of a user, of whom there is nothing to list',
    async (care) => (await client(care)).mergeIn(any({ id: 'EHR-2', name: 'Secret' })),
    `client to merge in: name: ${unknown} Nothing was sent.`,
  ],
  [
    'several problems, and then what there is for each',
    update({ gender: 'Secret', last_name: 5, frist_name: 'Secret', sex: 'Secret' }),
    `client: last_name: Must be transferred as string.; gender: Unknown value.; frist_name: ${unknown}; ` +
      `sex: ${unknown} Nothing was sent. ${genders} ${clientFields}`,
  ],
  ['nothing was given', update(undefined), 'client: (whole): Required input is missing. Nothing was sent.'],
  ['something else was given', update('Secret'), 'client: (whole): Must be of type object. Nothing was sent.'],
  [
    'a diary entry without a schema',
    async (care) => (await client(care)).addDiaryEntry(any(''), { dt: new Date(0) }),
    'new diary entry: schema: Must be a schema of `diarySchemas()`, or its id. Nothing was sent.',
  ],
])('the message of a refused input: %s', async (_, call, message) => {
  const care = await platform.connect();
  const failure = await (async () => call(care))().then(
    () => expect.fail('It was not refused.'),
    (thrown: unknown) => thrown as InputError,
  );
  expect(failure.name).toBe('InputError');
  expect(failure.message).toBe(message);
  expect(platform.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test.each<[string, unknown, string]>([
  ['by itself', { url: `${baseUrl}/p/7`, id: 'PRO-7' }, 'Exactly one of url and id must be given.'],
  ['by its type', 7, 'Must be of type object.'],
  ['as missing', undefined, 'Required input is missing.'],
])('a user who is refused within an input is refused %s', async (_, professional, told) => {
  const care = await platform.connect();
  const call = (await client(care)).addRelation(any({ professional, predicate: 'attends' }));
  await expect(call).rejects.toMatchObject({
    message: `new relation: professional: ${told} Nothing was sent.`,
    problems: [{ name: 'professional', message: told }],
  });
});
