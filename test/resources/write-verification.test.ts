import { type Client, type DiaryEntry, OutcomeUnknownError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, linksTo, listDocument, namespace, relationDocument } from '../support/documents.js';
import { newClient } from '../support/people.js';
import { json, lost, refusal } from '../support/platform.js';
import { at, duplicate, lostWrites, outcome, stored } from './lost-writes.js';

const { platform, lines, connected, finds, posts, created, client } = lostWrites();

describe('the verification of a new client', () => {
  test('takes no other client whose address only contains the one that was sent', async () => {
    const found = finds(stored('1', 1, { email: 'bosnova@mail.example' }), stored('2', 1));
    expect(await created([lost], [found])).toBe(`${baseUrl}/c/2`);
    expect(posts('/c')).toHaveLength(1);
  });

  test('is inconclusive if it finds one with another value of a field', async () => {
    expect(await created([lost], [finds(stored('2', 1, { gender: 'm' }))])).toBeInstanceOf(OutcomeUnknownError);
    expect(posts('/c')).toHaveLength(1);
  });

  test('compares the fields of `extra` too', async () => {
    const care = await connected();
    platform.on('POST', '/c', lost);
    platform.on('POST', '/c/items', finds(stored('2', 1, { newer: 'a' })));
    const create = (newer: string) => outcome(care.createClient(newClient, { extra: { body: { newer } } }));
    expect(await create('a')).toBe(`${baseUrl}/c/2`);
    expect(await create('b')).toBeInstanceOf(OutcomeUnknownError);
  });

  test('is inconclusive for one that is equal and some seconds older: clocks differ by as much', async () => {
    expect(await created([lost, duplicate], [finds(stored('2', -3))])).toBeInstanceOf(OutcomeUnknownError);
  });

  test('that finds an older one leaves the decision to the platform', async () => {
    expect(await created([lost, duplicate], [finds(stored('2', -3600))])).toMatchObject({ name: 'InvalidInputError' });
    expect(await created([lost, duplicate], [finds(stored('3', -3, { gender: 'm' }))])).toMatchObject({ status: 400 });
  });

  test('that finds nothing sends it again, and then finds the one that was applied late', async () => {
    expect(await created([lost, duplicate], [finds(), finds(stored('2', 2))])).toBe(`${baseUrl}/c/2`);
    expect(posts('/c')).toHaveLength(2);
  });

  test('is inconclusive when a retry collides with a user who cannot be seen', async () => {
    const failure = await created([lost, duplicate], [finds()]);
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', operation: 'createClient', attempts: 2 });
  });

  test('is inconclusive if one of several refused fields may be that of a user who cannot be seen', async () => {
    const problems = [
      { name: 'gender', message: 'Unknown choice.' },
      { name: 'email', message: 'Already in use.' },
    ];
    const failure = await created([lost, refusal(400, 'Invalid JSON input', problems)], [finds()]);
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', operation: 'createClient', attempts: 2 });
  });

  test('leaves a refusal for other reasons as it is', async () => {
    const invalid = refusal(400, 'Invalid JSON input', [{ name: 'gender', message: 'Unknown choice.' }]);
    expect(await created([lost, invalid], [finds()])).toMatchObject({ name: 'InvalidInputError', status: 400 });
  });

  test('is made after each lost retry, and the error counts all of them, as does the log', async () => {
    const failure = await created([lost], [finds()]);
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', attempts: 3, cause: { name: 'ConnectionError' } });
    expect((failure as OutcomeUnknownError).waited).toBeGreaterThanOrEqual(3000);
    expect(posts('/c/items')).toHaveLength(3);
    expect(lines).toEqual([(failure as Error).message]);
  });

  test('is made without retries too', async () => {
    const care = await connected({ retry: 0 });
    expect(await created([lost], [finds(stored('2', 1))], care)).toBe(`${baseUrl}/c/2`);
    expect(await created([lost], [finds()], care)).toMatchObject({ name: 'OutcomeUnknownError', attempts: 1 });
  });

  test('finds only that there is none if the platform’s clock cannot be read', async () => {
    const care = await platform.connect();
    expect(await created([lost, json(stored('2', 1), 201)], [finds()], care)).toBe(`${baseUrl}/c/2`);
    expect(await created([lost], [finds(stored('2', 1))], care)).toBeInstanceOf(OutcomeUnknownError);
  });

  test('ends with the caller’s abort; with `close()` the outcome stays unknown', async () => {
    const care = await connected();
    platform.on('POST', '/c', lost);
    platform.on('POST', '/c/items', () => new Promise(() => undefined));
    const stop = new AbortController();
    const create = outcome(care.createClient(newClient, { signal: stop.signal }));
    await expect.poll(() => posts('/c/items')).toHaveLength(1);
    stop.abort(new Error('enough'));
    expect(await create).toMatchObject({ message: 'enough' });
    const other = outcome(care.createClient(newClient));
    await expect.poll(() => posts('/c/items')).toHaveLength(2);
    care.close();
    expect(await other).toMatchObject({ name: 'OutcomeUnknownError', operation: 'createClient' });
  });
});

describe('the verification of another write', () => {
  const modified = (seconds: number) => ({ creation_time: at(-3600), modification_time: at(seconds) });

  test('takes an account for switched that was in the other state, and changed since', async () => {
    const one = await client({ active: false });
    platform.on('POST', '/c/1/activation', lost);
    platform.on('GET', '/c/1', json(stored('1', -3600, { active: true, '@changes': modified(1) })));
    expect((await one.activate({ sendEmail: 'no' })).data.active).toBe(true);
  });

  test('is inconclusive for an account that was switched within the seconds by which the clocks may differ', async () => {
    const one = await client({ active: false });
    platform.on('POST', '/c/1/activation', lost);
    platform.on('GET', '/c/1', json(stored('1', -3600, { active: true, '@changes': modified(-3) })));
    await expect(one.activate({ sendEmail: 'no' })).rejects.toMatchObject({ operation: 'setActive' });
    expect(posts('/activation')).toHaveLength(1);
  });

  test('sends it again for an account that is in the other state, although something else of it changed since', async () => {
    const one = await client({ active: false });
    const activated = json({}, 200);
    platform.on('POST', '/c/1/activation', lost, activated);
    platform.on('GET', '/c/1', json(stored('1', -3600, { active: false, '@changes': modified(1) })));
    expect((await one.activate({ sendEmail: 'no' })).data.active).toBe(true);
    expect(posts('/activation')).toHaveLength(2);
  });

  test.each([
    ['is in the other state still', { active: false }],
    ['was in that state before the call', { active: true }],
  ])('leaves a refusal to the platform if the account %s', async (_, readBack) => {
    const one = await client({ active: false });
    const refused = refusal(400, 'Invalid JSON input', [{ name: 'active', message: 'It is in that state already.' }]);
    platform.on('POST', '/c/1/activation', lost, refused);
    platform.on('GET', '/c/1', json(stored('1', -3600, readBack)));
    await expect(one.activate({ sendEmail: 'no' })).rejects.toMatchObject({ name: 'InvalidInputError', status: 400 });
    expect(posts('/activation')).toHaveLength(2);
  });

  test('is inconclusive for an account that was in that state already: another user may have changed it', async () => {
    const one = await client({ active: true });
    platform.on('POST', '/c/1/activation', lost);
    platform.on('GET', '/c/1', json(stored('1', -3600, { active: true, '@changes': modified(1) })));
    await expect(one.activate({ sendEmail: 'no' })).rejects.toMatchObject({ operation: 'setActive' });
  });

  type AddEntry = (...entry: Parameters<Client['addDiaryEntry']>) => Promise<DiaryEntry>;

  test.each<[string, (one: Client) => AddEntry | Promise<AddEntry>]>([
    [
      'a client',
      (one) =>
        (...entry) =>
          one.addDiaryEntry(...entry),
    ],
    ['a diary', diaryOf],
  ])(
    'of an entry for %s takes the equal one of several of its time, and reads only what was changed since',
    async (_, adding) => {
      const add = await adding(await client({}));
      const type = `${namespace}/diary/schema/entry#x:1`;
      const entry = (id: string, mood: number, seconds: number) => ({
        ...{ '@type': type, '@url': `${baseUrl}/c/1/diary/entries/${id}`, dt: '2026-03-01T10:00:00', mood },
        '@changes': { creation_time: at(seconds), modification_time: at(seconds) },
        picture: { '@type': 'link', url: `${baseUrl}/f`, size: 3, content_type: 'image/png' },
      });
      platform.on('POST', '/c/1/diary/entries', lost);
      platform.on(
        'GET',
        '/c/1/diary/entries/items',
        json(listDocument([entry('a', 1, 1), entry('b', 2, 1)], { total: 2 })),
      );
      const picture = { '@type': 'base64', data: 'AAAA' };
      const added = await add(type, { dt: new Date('2026-03-01T10:00:00Z'), mood: 2, picture });
      expect(added.url).toBe(`${baseUrl}/c/1/diary/entries/b`);
      const looked = platform.seen.filter(({ url }) => url.pathname.endsWith('/diary/entries/items'));
      expect(looked[0]?.url.searchParams.get('modified_after')).toBe('2026-03-02T07:59:00');
    },
  );

  /** Adds by the diary of a client, which has links of its own. */
  async function diaryOf(one: Client): Promise<AddEntry> {
    const links = linksTo({ entries: '/c/1/diary/entries', 'entries.items': '/c/1/diary/entries/items' });
    const document = { '@type': `${namespace}/diary`, '@url': `${baseUrl}/c/1/diary`, '@links': links };
    platform.on('GET', '/c/1/diary', json(document));
    const diary = await one.diary();
    return (...entry) => diary.addEntry(...entry);
  }

  test('counts a relation as added if it was not there before the sync', async () => {
    const one = await client({});
    platform.on('POST', '/c/1/relations', lost);
    platform.on('GET', '/c/1/relations/items', json(listDocument([])), json(listDocument([relationDocument('r')])));
    const synced = await one.syncRelations([{ professional: { id: 'PRO-7' }, predicate: 'attends' }]);
    expect(synced.added.map(({ url }) => url)).toEqual([`${baseUrl}/c/1/relations/r`]);
    expect(posts('/relations')).toHaveLength(1);
  });
});
