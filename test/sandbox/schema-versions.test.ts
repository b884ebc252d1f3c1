import { createSandbox, type DiarySchema, type Sandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, linkUrl } from './api.js';

const own: DiarySchema = { name: 'own', version: 1, title: 'Own', fields: [], icons: {} };

function configured({ control }: Sandbox): readonly string[] {
  return control.diaryConfiguration('EHR-1042').map(({ title }) => title);
}

test.each<[string, Partial<DiarySchema>]>([
  ['title', { title: 'Other' }],
  ['fields', { fields: [{ name: 'a', title: 'A', type: 'text' }] }],
  ['charts', { charts: [{ title: 'A', type: 'bar', buckets: 'day', series: [] }] }],
  ['icons', { icons: { 'a.svg': '<svg/>' } }],
])('a known name and version with other `%s` are refused, and the diary stays as it was', (member, change) => {
  const sandbox = createSandbox();
  sandbox.control.configureDiary('EHR-1042', [own]);
  const configure = (schemas: readonly DiarySchema[]) => () => sandbox.control.configureDiary('EHR-1042', schemas);
  expect(configure([{ ...own, ...change }])).toThrow(TypeError);
  expect(configure([{ ...own, ...change }])).toThrow(`other \`${member}\``);
  expect(
    configure([
      { ...own, version: 2 },
      { ...own, ...change, version: 2 },
    ]),
  ).toThrow(`other \`${member}\``);
  expect(configured(sandbox)).toEqual(['Own']);
  configure([{ ...own, ...change, version: 2 }])();
  expect(configured(sandbox)).toEqual([change.title ?? 'Own']);
});

test('a known schema is taken again with its members in another order', () => {
  const sandbox = createSandbox();
  const [mood] = sandbox.control.diaryConfiguration('EHR-1042');
  const turned = Object.fromEntries(Object.entries(mood ?? {}).toReversed()) as unknown as DiarySchema;
  sandbox.control.configureDiary('EHR-1042', [turned, own]);
  const { charts, ...others } = { charts: [], ...own };
  sandbox.control.configureDiary('EHR-1043', [{ ...others, charts }]);
  expect(configured(sandbox)).toEqual(['Mood diary', 'Own']);
});

test('a catalogue item with a known name and version, and other fields, is refused', () => {
  const { control } = createSandbox();
  const other = { ...own, title: 'Other' };
  control.configureDiary('EHR-1042', [own]);
  expect(() => control.addCatalogueItem({ id: 'x', content_type: 'diary' }, other)).toThrow('other `title`');
  control.addCatalogueItem({ id: 'x', content_type: 'diary' }, { ...other, version: 2 });
  const second = { id: 'y', content_type: 'diary' } as const;
  expect(() => control.addCatalogueItem(second, { ...own, version: 2 })).toThrow('other `title`');
  control.addCatalogueItem({ ...second, id: 'x' }, { ...own, version: 2 });
});

test('a catalogue item that replaces one with a diary has no diary unless it brings one', async () => {
  const sandbox = createSandbox({ limits: false });
  const tools = linkUrl((await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body, 'tools');
  sandbox.control.addCatalogueItem({ id: 'x', content_type: 'diary' }, own);
  sandbox.control.addCatalogueItem({ id: 'x', content_type: 'topic' });
  expect((await ask(sandbox, 'POST', tools, { body: { id: 'x' } })).body['@url']).toContain('/module/');
  expect(configured(sandbox)).not.toContain('Own');
});

test('the example of `configureDiary` gives the client a diary to write in', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen({ control: true });
  const hooks = (await (await fetch(`${server.url}/_sandbox/hooks`)).json()) as { name: string; example: never }[];
  const [client, schemas] = hooks.find(({ name }) => name === 'configureDiary')?.example ?? [];
  sandbox.control.configureDiary(String(client), schemas ?? []);
  expect(sandbox.control.diaryConfiguration(String(client))).toEqual(schemas);
});
