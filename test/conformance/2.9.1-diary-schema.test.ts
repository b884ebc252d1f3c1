import { type DiarySchema, InputError, isKnownChoice } from 'care-platform';
import type { DiarySchema as WrittenSchema } from 'care-platform/sandbox';
import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { readingRules, rule, type Scene } from './rule.js';
import { asError, get, invalidJson, json, refusal, type WireDocument } from './wire.js';

/** The diary schemas of the first client as the client and as a plain request see them. */
async function schemas({ care, raw, clientId }: Pick<Scene, 'care' | 'raw' | 'clientId'>) {
  const client = await care.client({ id: clientId });
  const { '@schemas': wire } = await get(raw, client.links.get('diary.configuration').url);
  return { client, read: await client.diarySchemas(), wire: wire as readonly WireDocument[] };
}

/** The mood diary, with fields of all types, and the sleep diary. */
async function seeded(scene: Scene) {
  const { client, read, wire } = await schemas(scene);
  const [mood, sleep] = read;
  if (mood === undefined || sleep === undefined) throw new Error('two schemas are seeded');
  const field = (schema: DiarySchema, name: string) => schema.fields.find((one) => one.name === name);
  const post = (values: object, schema = mood) => {
    const entry = { '@type': schema['@id'], dt: '2026-03-01T12:00:00', ...values };
    return scene.raw('POST', client.links.get('diary.entries').url, { json: entry });
  };
  return { client, mood, sleep, wire, field, post };
}

readingRules('2.9.1-diary-schema');

rule(
  'DSC-3',
  'the icon of a choice is found in the resources of its schema, and there is a file behind it',
  async (scene) => {
    const { mood, wire } = await seeded(scene);
    const icons = mood.fields.flatMap((field) => field.choices ?? []).map((choice) => choice.icon);
    expect(icons).toHaveLength(3);
    expect(mood.resources?.map((resource) => resource.name)).toEqual(icons);
    for (const { name, url } of mood.resources ?? []) {
      expect(name).not.toMatch(/^[a-z]+:|^\//);
      const file = await scene.raw('GET', url);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      const image = await file.text();
      expect(image).toMatch(/^<svg /);
      expect((await scene.raw('GET', url, { token: null })).status).toBe(401);
      expect(await (await scene.care.file({ url })).text()).toBe(image);
    }
    expect(mood.resources).toEqual(wire[0]?.resources);
  },
);

rule('DSC-4', 'a schema may have charts or none', async (scene) => {
  const { mood, sleep, wire } = await seeded(scene);
  expect(mood.charts).toHaveLength(1);
  expect(sleep.charts).toBeUndefined();
  expect(wire.map((schema) => 'charts' in schema)).toEqual([true, false]);
});

rule(
  'DSC-6',
  'fields are texts, images, choices and integers, and one of an unknown type is passed through',
  async (scene) => {
    const { client, mood } = await seeded(scene);
    expect(mood.fields.map((field) => field.type)).toEqual(['choice', 'integer', 'text', 'image']);
    const known = ['text', 'image', 'choice', 'integer'] as const;
    expect(mood.fields.every((field) => isKnownChoice(known, field.type))).toBe(true);

    const fields = [{ name: 'pulse', title: 'Pulse', type: 'decimal', step: 0.5 }];
    const response = { '@schemas': [{ '@id': 'x#pulse:1', title: 'Pulse', fields, resources: [] }] };
    scene.sandbox.faults.add({ kind: 'response', status: 200, body: response, path: /\/diary\/configuration$/ });
    expect((await client.diarySchemas())[0]?.fields).toEqual(fields);
  },
);

rule('DSC-7', 'a field that is not marked as required may be left out', async (scene) => {
  const { client, post } = await seeded(scene);
  const fields: WrittenSchema['fields'] = [
    { name: 'must', title: 'Must', type: 'text', required: true },
    { name: 'may', title: 'May', type: 'text', required: false },
    { name: 'silent', title: 'Says nothing', type: 'text' },
  ];
  scene.sandbox.control.configureDiary(client.url, [{ name: 'three', version: 1, title: 'Three', fields, icons: {} }]);
  const [three] = await client.diarySchemas();
  if (three === undefined) throw new Error('one schema is configured');
  const required = invalidJson(['must', 'Required input is missing.']);
  expect(await refusal(post({ may: 'x' }, three))).toEqual(required);
  expect((await post({ must: 'x' }, three)).status).toBe(201);
  const dt = new Date('2026-03-01T13:00:00Z');
  await expect(client.addDiaryEntry(three, { dt, may: 'x' })).rejects.toThrow(InputError);
  expect((await client.addDiaryEntry(three, { dt, must: 'x' })).data).toMatchObject({ may: null, silent: null });
});

rule('DSC-8', 'the schema shows the default of a field, and neither side fills it in', async (scene) => {
  const { mood, sleep, wire, field, post } = await seeded(scene);
  expect([field(mood, 'tension')?.default, field(sleep, 'dream')?.default]).toEqual([5, '']);
  expect(field(mood, 'note')).not.toHaveProperty('default');
  expect(wire[1]?.fields).toEqual(sleep.fields);
  expect((await json(post({ hours: 7 }, sleep))).dream).toBeNull();
  const { care, sent } = await recorded(scene.sandbox);
  const client = await care.client({ id: scene.clientId });
  const entry = await client.addDiaryEntry(sleep, { dt: new Date('2026-03-01T13:00:00Z'), hours: 6 });
  expect(sent.at(-1)?.body).toEqual({ '@type': sleep['@id'], dt: '2026-03-01T13:00:00', hours: 6 });
  expect(entry.data.dream).toBeNull();
});

rule('DSC-9', 'the bounds of an integer are shown, are included, and are enforced', async (scene) => {
  const { client, mood, field, post } = await seeded(scene);
  expect(field(mood, 'tension')).toMatchObject({ min: 0, max: 10 });
  for (const tension of [0, 10]) expect((await post({ mood: 'good', tension })).status).toBe(201);
  for (const tension of [-1, 11, 1.5]) {
    const { status, body } = await refusal(post({ mood: 'good', tension }));
    expect([status, body.message, body.extra]).toEqual([
      400,
      'Invalid JSON input',
      [{ name: 'tension', message: expect.any(String) }],
    ]);
  }
  const { extra } = (await refusal(post({ mood: 'great', tension: 11, note: 5 }))).body;
  expect(extra).toEqual([
    { name: 'mood', message: 'Unknown value.' },
    { name: 'tension', message: expect.any(String) },
    { name: 'note', message: 'Must be transferred as string.' },
  ]);
  const outside = { dt: new Date(), mood: 'good', tension: 11 };
  const refused = (name: string) => ({ name, problems: [{ name: 'tension' }] });
  await expect(client.addDiaryEntry(mood, outside)).rejects.toMatchObject(refused('InputError'));
  await expect(client.addDiaryEntry(mood['@id'], outside)).rejects.toMatchObject(refused('InvalidInputError'));
});

rule('DSC-10', 'a field may name a widget', async (scene) => {
  const { mood, wire } = await seeded(scene);
  expect(mood.fields.map((field) => field.widget)).toEqual([undefined, 'slider', undefined, undefined]);
  expect(wire[0]?.fields).toEqual(mood.fields);
});

rule('DSC-11', 'a field may have a description', async (scene) => {
  const { mood, wire, field } = await seeded(scene);
  const description = '0 is fully relaxed, 10 is the most tense you have ever been.';
  expect(field(mood, 'tension')?.description).toBe(description);
  expect(field(mood, 'note')?.description).toBeUndefined();
  expect(JSON.stringify(wire[0])).toContain(`"description":"${description}"`);
});

rule('DSC-12', 'a choice lists icon, name and value, and takes no other value', async (scene) => {
  const { client, mood, field, post } = await seeded(scene);
  expect(field(mood, 'mood')?.choices).toEqual([
    { icon: 'icons/good.svg', name: 'Good', value: 'good' },
    { icon: 'icons/neutral.svg', name: 'Neither good nor bad', value: 'neutral' },
    { icon: 'icons/bad.svg', name: 'Bad', value: 'bad' },
  ]);
  const unknown = invalidJson(['mood', 'Unknown value.']);
  expect(await refusal(post({ mood: 'Good', tension: 1 }))).toEqual(unknown);
  const values = { dt: new Date(), mood: 'Good', tension: 1 };
  await expect(client.addDiaryEntry(mood['@id'], values)).rejects.toMatchObject(asError(unknown));
  const problems = [{ name: 'mood', message: 'Unknown value.' }];
  await expect(client.addDiaryEntry(mood, values)).rejects.toMatchObject({ name: 'InputError', problems });
});

rule('DSC-13', 'a chart names its kind, its buckets and how each field is counted', async (scene) => {
  const { mood, wire } = await seeded(scene);
  const series = [{ field: 'mood', 'bucket-function': 'tally' }];
  const chart = { title: 'Moods per day', type: 'bar', buckets: 'day', series };
  expect(wire[0]?.charts).toEqual([chart]);
  expect(mood.charts?.[0]).toEqual(chart);
  expect(mood.charts?.[0]?.series[0]?.['bucket-function']).toBe('tally');
});
