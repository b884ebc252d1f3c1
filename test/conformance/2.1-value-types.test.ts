import { type Client, type DiarySchema, isKnownChoice } from 'care-platform';
import { expect } from 'vitest';
import { checkSandbox } from './check-sandbox.js';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { asError, get, invalidJson, invalidQuery, json, refusal } from './wire.js';

const path = '/aux/client/id/EHR-1042';
const address = { id: 'EHR-1042' };

rule(
  'VAL-1, VAL-2',
  'a text is a JSON string: any other value is refused by both sides, never turned into one',
  async (scene) => {
    const { care, raw, sandbox } = scene;
    const before = await get(raw, path);
    const refused = invalidJson(['first_name', 'Must be transferred as string.']);
    for (const first_name of [7, true, ['Nova'], { text: 'Nova' }]) {
      expect(await refusal(raw('PATCH', path, { json: { first_name } })), String(first_name)).toEqual(refused);
      const requests = sandbox.journal.length;
      // @ts-expect-error: no string
      await expect(care.updateClient(address, { first_name })).rejects.toMatchObject({
        name: 'InputError',
        problems: refused.body.extra,
      });
      expect(sandbox.journal).toHaveLength(requests);
    }
    const smuggled = care.updateClient(address, {}, { extra: { body: { first_name: 7 } } });
    await expect(smuggled).rejects.toMatchObject(asError(refused));
    expect(await get(raw, path)).toEqual(before);
  },
);

rule('VAL-3', 'an integer is a whole JSON number', async ({ care, raw, sandbox }) => {
  const client = await care.client(address);
  expect(client.data.age).toBe((await get(raw, path)).age);
  expect(client.data.age).toBeTypeOf('number');

  for (const limit of ['5', 1.5, true, [5]]) {
    const refused = invalidJson(['limit', 'Must be a whole number.']);
    expect(await refusal(raw('POST', '/c/items', { json: { limit } })), String(limit)).toEqual(refused);
  }
  const requests = sandbox.journal.length;
  for (const limit of [1.5, 0, -1, Number.NaN]) {
    expect(() => care.clients({ limit })).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ name: 'limit' })] }),
    );
  }
  expect(sandbox.journal).toHaveLength(requests);
  expect(await refusal(raw('GET', '/c/items?limit=1.5'))).toEqual(invalidQuery(['limit', 'Unknown value.']));
});

rule('VAL-4', 'a boolean is true or false, and nothing that looks like it', async ({ care, raw, sandbox }) => {
  const { url } = await care.client(address);
  const refused = invalidJson(['active', 'Must be true or false.']);
  for (const active of [0, 1, 'true', 'false', []]) {
    expect(await refusal(raw('POST', `${url}/activation`, { json: { active } })), String(active)).toEqual(refused);
    const requests = sandbox.journal.length;
    // @ts-expect-error: no boolean
    const search = () => care.searchClients({ active });
    expect(search).toThrow(expect.objectContaining({ name: 'InputError' }));
    expect(sandbox.journal).toHaveLength(requests);
  }
  expect((await get(raw, path)).active).toBe(true);
});

rule('VAL-5', 'a date is a day of the calendar as yyyy-mm-dd, and stays that text', async ({ care, raw, sandbox }) => {
  await care.updateClient(address, { date_of_birth: '2000-02-29' });
  expect((await get(raw, path)).date_of_birth).toBe('2000-02-29');
  expect((await care.client(address)).data.date_of_birth).toBe('2000-02-29');

  for (const date_of_birth of ['2001-02-29', '29-02-2000', '2000-2-29', '2000-02-29T00:00:00', '20000229', '']) {
    const message = date_of_birth === '' ? 'Required input is missing.' : 'Not a valid date.';
    const refused = invalidJson(['date_of_birth', message]);
    expect(await refusal(raw('PATCH', path, { json: { date_of_birth } })), date_of_birth).toEqual(refused);
    const requests = sandbox.journal.length;
    await expect(care.updateClient(address, { date_of_birth })).rejects.toMatchObject({
      problems: [{ name: 'date_of_birth', message: 'Not a date (yyyy-mm-dd).' }],
    });
    expect(sandbox.journal).toHaveLength(requests);
  }
});

const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

rule('VAL-6', 'a date with time has no zone and no fraction, in responses and in requests', async (scene) => {
  const { sandbox, raw } = scene;
  const { care, sent } = await recorded(sandbox);
  const client = await care.client(address);
  const { '@changes': changes } = await get(raw, path);
  const tasks = (await get(raw, client.links.get('tasks.items').url))['@items'];
  const entries = (await get(raw, client.links.get('diary.entries.items').url))['@items'];
  const texts = [changes, ...tasks.map((task) => task['@changes'])].flatMap((one) => Object.values(one));
  texts.push(...entries.map(({ dt }) => String(dt)));
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => !dateTime.test(text))).toEqual([]);

  const since = new Date('2026-03-01T23:59:59.999Z');
  await client.diaryEntries({ modifiedAfter: since }).first();
  await care.changes({ type: 'tasks', since }).toArray();
  const queries = sent.slice(1).map(({ query }) => new URLSearchParams(query));
  expect(queries[0]?.get('modified_after')).toBe('2026-03-01T23:59:59');
  expect(queries[1]?.get('since')).toMatch(/^2026-03-01T23:5\d:\d{2}$/);
});

rule('VAL-7', 'times are UTC, also if the program runs in another zone', async ({ sandbox, raw }) => {
  const { TZ } = process.env;
  process.env.TZ = 'America/New_York';
  try {
    expect(new Date('2026-03-02T09:00:00').toISOString()).toBe('2026-03-02T14:00:00.000Z');
    const { care, sent } = await recorded(sandbox);
    const client = await care.client(address);
    const { modification_time: written } = (await get(raw, path))['@changes'];
    expect(client.modifiedAt?.toISOString()).toBe(`${written}.000Z`);

    const entry = await client.addDiaryEntry(await moodSchema(client), {
      dt: new Date('2026-03-02T09:30:00Z'),
      ...mood,
    });
    expect(sent.at(-1)?.body).toMatchObject({ dt: '2026-03-02T09:30:00' });
    expect((await get(raw, entry.url)).dt).toBe('2026-03-02T09:30:00');
    expect(entry.data.dt).toEqual(new Date('2026-03-02T09:30:00Z'));
    expect(entry.createdAt?.getTime()).toBeCloseTo(sandbox.clock.now().getTime(), -4);
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});

rule('VAL-8, VAL-9', 'the fraction of a diary time may be sent, and comes back cut off, not rounded', async (scene) => {
  const { sandbox, raw } = scene;
  const { care, sent } = await recorded(sandbox);
  const client = await care.client(address);
  const schema = await moodSchema(client);
  const body = { '@type': schema['@id'], ...mood };
  const entries = client.links.get('diary.entries').url;
  const created = await json(raw('POST', entries, { json: { ...body, dt: '2026-03-01T08:59:59.999' } }));
  expect(created.dt).toBe('2026-03-01T08:59:59');
  expect((await get(raw, created['@url'])).dt).toBe('2026-03-01T08:59:59');
  expect(await refusal(raw('POST', entries, { json: { ...body, dt: '2026-03-01T08:59' } }))).toEqual(
    invalidJson(['dt', 'Not a valid date with time.']),
  );

  const entry = await client.addDiaryEntry(schema, { dt: new Date('2026-02-01T08:59:59.999Z'), ...mood });
  expect(sent.at(-1)?.body).toMatchObject({ dt: '2026-02-01T08:59:59' });
  expect(entry.data.dt).toEqual(new Date('2026-02-01T08:59:59Z'));
});

rule('VAL-10', 'a choice is one of its values when sent, while any text is read', async ({ care, raw, sandbox }) => {
  const refused = invalidJson(['gender', 'Unknown value.']);
  for (const gender of ['x', 'M', 7, ['m']]) {
    expect(await refusal(raw('PATCH', path, { json: { gender } })), String(gender)).toEqual(refused);
    const requests = sandbox.journal.length;
    // @ts-expect-error: none of the choices
    const update = care.updateClient(address, { gender });
    await expect(update).rejects.toMatchObject({ name: 'InputError', problems: refused.body.extra });
    expect(sandbox.journal).toHaveLength(requests);
  }
  for (const gender of ['m', 'f', 'other', 'unknown'] as const) {
    await care.updateClient(address, { gender });
    expect((await get(raw, path)).gender).toBe(gender);
  }
  const body = JSON.parse(JSON.stringify({ ...(await get(raw, path)), gender: 'x' }));
  sandbox.faults.add({ kind: 'response', status: 200, body });
  const { gender } = (await care.client(address)).data;
  expect([gender, isKnownChoice(['m', 'f'], gender)]).toEqual(['x', false]);
});

rule('VAL-11', 'the values of a choice may depend on the installation, so the client passes them on', async (scene) => {
  const { care, raw, sandbox } = scene;
  const professional = await care.professional({ id: 'PRO-1' });
  sandbox.settings.rolePrefix = 'org';
  await professional.setRoles({ roles: ['org.Secretary'] });
  expect((await get(raw, `${professional.url}/roles`)).roles).toEqual(['org.Secretary']);
  expect((await professional.roles()).data.roles).toEqual(['org.Secretary']);
  const refused = invalidJson(['roles', 'Unknown value.']);
  expect(await refusal(raw('PATCH', `${professional.url}/roles`, { json: { roles: ['role.Secretary'] } }))).toEqual(
    refused,
  );
  await expect(professional.setRoles({ roles: ['role.Secretary'] })).rejects.toMatchObject(asError(refused));
});

rule('VAL-12', 'HTML is handed on exactly as it is, by both sides', async ({ care, raw, sandbox }) => {
  const description = '<p onclick="x()">Fish &amp; chips<script>alert(1)</script>\n é</p>';
  sandbox.control.clearCatalogue();
  sandbox.control.addCatalogueItem({ id: 'c1', description });
  expect((await get(raw, '/catalogue/items?limit=1'))['@items'][0]?.description).toBe(description);
  expect((await care.catalogue({ limit: 1 }).first())?.data.description).toBe(description);
});

readingRules('2.1-value-types');

rule('VAL-14', 'a list is a JSON array, and nothing else', async ({ care, raw, sandbox }) => {
  const labels = (await care.labels().toArray()).map((label) => label.data.identifier);
  await care.updateClient(address, { labels });
  expect((await get(raw, path)).labels).toEqual(labels);
  expect((await care.client(address)).data.labels).toEqual(labels);
  for (const wrong of [labels[0], { 0: labels[0] }, 7]) {
    const refused = invalidJson(['labels', 'Must be a list.']);
    expect(await refusal(raw('PATCH', path, { json: { labels: wrong } }))).toEqual(refused);
    const requests = sandbox.journal.length;
    // @ts-expect-error: no list
    await expect(care.updateClient(address, { labels: wrong })).rejects.toMatchObject({
      problems: [{ name: 'labels' }],
    });
    expect(sandbox.journal).toHaveLength(requests);
  }
});

rule('VAL-13', 'the check takes a URL with its default port for the same URL, and a relative one not', async () => {
  const host = 'https://checked\\.example';
  for (const start of ['', '(?<="@url": ?")', '(?<="url": ?")']) {
    const hosts = new RegExp(start + host, 'g');
    expect(await checkSandbox({ rewrite: (text) => text.replaceAll(hosts, '$&:443') })).toEqual([]);
  }
  const check = async (rewrite: (text: string) => string) => (await checkSandbox({ only: ['VAL-13'], rewrite }))[0];
  const wrong = ['VAL-13', 'not held', 'A URL of the client is not absolute, or has a space.'];
  expect(await check((text) => text.replaceAll('"@url":"https://checked.example', '"@url":"'))).toEqual(wrong);
  expect(await check((text) => text.replaceAll('/planning/ics"', '/planning ics"'))).toEqual(wrong);
});

const mood = { mood: 'good', tension: 3 };

async function moodSchema(client: Client): Promise<DiarySchema> {
  const schema = (await client.diarySchemas()).find((one) => one['@id'].endsWith('#mood:2'));
  if (schema === undefined) throw new Error('The mood diary is not configured');
  return schema;
}
