import { describe, expect, test } from 'vitest';
import { baseUrl, type Document } from '../support/documents.js';
import { newClient, newProfessional } from '../support/people.js';
import { json, lost, refusal } from '../support/platform.js';
import { duplicate, lostWrites, outcome, stored } from './lost-writes.js';

const { platform, connected, finds, posts } = lostWrites();

const bsn = '999994669';

/** What becomes of a client with a bsn whose creation is lost, if these are found by its address, and those by its bsn. */
async function create(byAddress: readonly Document[], byNumber: readonly Document[], fields: object = { bsn }) {
  const care = await connected();
  platform.on('POST', '/c', lost, duplicate);
  platform.on('POST', '/c/items', finds(...byAddress), finds(...byNumber));
  return outcome(care.createClient({ ...newClient, ...fields }));
}
const searches = () => posts('/c/items').map(({ body }) => JSON.parse(body) as object);

describe('the verification of a new client with a bsn', () => {
  test('searches by the bsn if nobody has the address, and takes no other number that contains it', async () => {
    const other = { email: 'other@mail.example' };
    const found = [stored('3', 1, { ...other, bsn: `${bsn}0` }), stored('2', 1, { ...other, bsn })];
    expect(await create([], found)).toMatchObject({ name: 'OutcomeUnknownError' });
    expect(platform.seen.filter(({ method }) => method === 'GET').map(({ url }) => url.pathname)).toEqual([
      '/api/2/c/2',
    ]);
    expect(searches()).toMatchObject([{ email: newClient.email }, { bsn }]);
    expect(posts('/c')).toHaveLength(1);
  });

  test('searches by the address alone if somebody has it, or if there is no bsn', async () => {
    expect(await create([stored('2', 1, { bsn })], [])).toBe(`${baseUrl}/c/2`);
    expect(searches()).toHaveLength(1);
    platform.forget();
    expect(await create([stored('2', 1)], [], {})).toBe(`${baseUrl}/c/2`);
    expect(searches()).toHaveLength(1);
  });

  test('leaves the decision to the platform if an older client has the bsn', async () => {
    const older = stored('2', -3600, { bsn, email: 'other@mail.example' });
    expect(await create([], [older])).toMatchObject({ name: 'InvalidInputError' });
  });

  test('is inconclusive if a retry is refused, and nobody who can be seen has the bsn', async () => {
    const taken = refusal(400, 'Invalid JSON input', [{ name: 'bsn', message: 'Already in use.' }]);
    const care = await connected();
    platform.on('POST', '/c', lost, taken);
    platform.on('POST', '/c/items', finds());
    expect(await outcome(care.createClient({ ...newClient, bsn }))).toMatchObject({ name: 'OutcomeUnknownError' });
  });
});

describe('the verification of a new user with an external id', () => {
  const missing = refusal(404, 'It does not exist.', []);

  test('reads the client with that id, and searches no other', async () => {
    const care = await connected();
    platform.on('POST', '/c', lost);
    platform.on('GET', '/aux/client/id/EHR-9', json(stored('2', 1, { id: 'EHR-9' })));
    expect(await outcome(care.createClient({ ...newClient, id: 'EHR-9' }))).toBe(`${baseUrl}/c/2`);
    expect(searches()).toEqual([]);
  });

  test('searches by the address if nobody has the id', async () => {
    const care = await connected();
    platform.on('POST', '/c', lost);
    platform.on('GET', '/aux/client/id/EHR-9', missing);
    platform.on('POST', '/c/items', finds(stored('2', 1)));
    expect(await outcome(care.createClient({ ...newClient, id: 'EHR-9' }))).toBeInstanceOf(Error);
    expect(searches()).toMatchObject([{ email: newClient.email }]);
  });

  test('reads the professional with that id, and no list', async () => {
    const care = await connected();
    platform.on('POST', '/p', lost);
    const found = stored('2', 1, {
      ...newProfessional,
      id: 'PRO-9',
      '@type': 'x/professional',
      '@url': `${baseUrl}/p/2`,
    });
    platform.on('GET', '/aux/professional/id/PRO-9', json(found));
    expect(await outcome(care.createProfessional({ ...newProfessional, id: 'PRO-9' }))).toBe(`${baseUrl}/p/2`);
    expect(platform.seen.filter(({ url }) => url.pathname.endsWith('/p/items'))).toEqual([]);
  });
});
