import type { ExportJob, NewExport } from 'care-platform';
import { expect } from 'vitest';
import { rule, type Scene } from './rule.js';
import { asError, get, invalidOption, json, refusal, requestsOf } from './wire.js';

const instantly = { settings: { exportQueuedFor: 0, exportRunsFor: 0 } };
const defaults = {
  name: 'client',
  properties: null,
  filters: null,
  parameters: null,
  combine: null,
  output_format: 'json',
  allow_files: false,
};

/** The output of an export, as its job says and as its bytes. */
async function output(scene: Scene, options: NewExport): Promise<{ job: ExportJob; bytes: Uint8Array; text: string }> {
  const job = await (await scene.care.startExport(options)).waitForCompletion({ interval: 1 });
  const bytes = await (await job.download()).bytes();
  return { job, bytes, text: new TextDecoder().decode(bytes) };
}

const rows = async (scene: Scene, options: NewExport) =>
  JSON.parse((await output(scene, options)).text) as Record<string, unknown>[];

const post = ({ raw }: Scene, options: object) => raw('POST', '/export', { json: { name: 'client', ...options } });

rule('EXP-13', 'a job has its options, with the defaults filled in', async (scene) => {
  const job = await scene.care.startExport({ name: 'client' });
  expect(job.data.options).toEqual(defaults);
  expect((await get(scene.raw, job.url)).options).toEqual(defaults);
  const filters = [{ name: 'active', value: 'true', operator: 'eq' }];
  const sent = { properties: ['age'], filters, output_format: 'csv', allow_files: true };
  expect((await json(post(scene, { ...sent, unknown: 1 }))).options).toEqual({ ...defaults, ...sent });
});

rule('EXP-14', 'the name of an export is required, and client is the one there is', async (scene) => {
  const required = invalidOption(['name', 'Required input is missing.']);
  expect(await refusal(scene.raw('POST', '/export', { json: {} }))).toEqual(required);
  const unknown = invalidOption(['name', 'Unknown value.']);
  expect(await refusal(post(scene, { name: 'clients' }))).toEqual(unknown);
  await expect(scene.care.startExport({ name: 'clients' })).rejects.toMatchObject(asError(unknown));
  // @ts-expect-error the name is required
  const nameless = scene.care.startExport({});
  await expect(nameless).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'name' }] });
});

rule(
  'EXP-15',
  'properties choose the columns of each entry, and null stands for the set of the platform',
  async (scene) => {
    const [chosen] = await rows(scene, { name: 'client', properties: ['id', 'last_name'] });
    expect(chosen).toEqual({ id: 'EHR-1042', last_name: expect.any(String) });
    const [standard] = await rows(scene, { name: 'client', properties: null });
    expect(Object.keys(standard ?? {}).length).toBeGreaterThan(2);
    expect((await rows(scene, { name: 'client' }))[0]).toEqual(standard);
  },
  instantly,
);

for (const [id, list, sentence] of [
  ['EXP-16', 'filters', 'a filter has name, value and operator, and leaves entries out'],
  ['EXP-17', 'parameters', 'a parameter has name, value and operator, and changes how entries are shown'],
] as const) {
  rule(
    id,
    sentence,
    async (scene) => {
      const condition =
        list === 'filters'
          ? { name: 'active', value: 'false', operator: 'eq' }
          : { name: 'labels', value: 'text', operator: 'eq' };
      for (const part of ['name', 'value', 'operator']) {
        const { [part]: _, ...lacking }: Record<string, string> = condition;
        const missing = invalidOption([list, 'Required input is missing.']);
        expect(await refusal(post(scene, { [list]: [lacking] }))).toEqual(missing);
        const number = invalidOption([list, 'Must be transferred as string.']);
        expect(await refusal(post(scene, { [list]: [{ ...condition, [part]: 1 }] }))).toEqual(number);
        const sent = await requestsOf(scene.sandbox, async () => {
          const refused = scene.care.startExport({ name: 'client', [list]: [lacking] });
          const problems = [{ name: `${list}.0.${part}`, message: 'Required input is missing.' }];
          await expect(refused).rejects.toMatchObject({ name: 'InputError', problems });
        });
        expect(sent).toEqual([]);
      }
      const all = await rows(scene, { name: 'client' });
      const some = await rows(scene, { name: 'client', [list]: [condition] });
      if (list === 'filters') expect(some).toEqual(all.filter((row) => row.active === false));
      else expect(some[0]?.labels).toEqual(['Wachtlijst', 'Groepstraining']);
      expect(some).not.toEqual(all);
    },
    instantly,
  );
}

rule(
  'EXP-18',
  'a combination has a name, and properties if only some of the other export are wanted',
  async (scene) => {
    const lacking = invalidOption(['combine', 'Required input is missing.']);
    expect(await refusal(post(scene, { combine: [{ properties: ['title'] }] }))).toEqual(lacking);
    const [first] = await rows(scene, {
      name: 'client',
      properties: ['id'],
      combine: [{ name: 'task', properties: ['title'] }, { name: 'relation' }],
    });
    const { task, relation } = first as { task: object[]; relation: object[] };
    expect(task).toHaveLength(3);
    expect(task[0]).toEqual({ title: 'Fill in the questionnaire' });
    expect(relation[0]).toEqual({ professional: 'Pro Voorbeeldtherapeut', predicate: 'attends' });
    // @ts-expect-error a combination needs its name
    const nameless = scene.care.startExport({ name: 'client', combine: [{ properties: ['title'] }] });
    await expect(nameless).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'combine.0.name' }] });
  },
  instantly,
);

rule(
  'EXP-19',
  'the output is JSON unless CSV or a workbook is asked for, and nothing else can be',
  async (scene) => {
    const unasked = await output(scene, { name: 'client' });
    expect([unasked.job.data.options.output_format, unasked.job.data.content_type]).toEqual([
      'json',
      'application/json',
    ]);
    expect(JSON.parse(unasked.text)).toHaveLength(12);
    const csv = await output(scene, { name: 'client', output_format: 'csv', properties: ['id', 'gender'] });
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual(['id,gender', 'EHR-1042,f']);
    const xlsx = await output(scene, { name: 'client', output_format: 'xlsx' });
    expect(xlsx.job.data.filename).toMatch(/\.xlsx$/);
    expect(xlsx.text).toContain('xl/workbook.xml');
    const unknown = invalidOption(['output_format', 'Unknown value.']);
    expect(await refusal(post(scene, { output_format: 'xml' }))).toEqual(unknown);
    const filters = [{ name: 'active', value: true, operator: 'eq' }];
    expect(await refusal(post(scene, { filters, output_format: 'xml' }))).toEqual(
      invalidOption(['filters', 'Must be transferred as string.'], ['output_format', 'Unknown value.']),
    );
    // @ts-expect-error no such format
    const xml = scene.care.startExport({ name: 'client', output_format: 'xml' });
    await expect(xml).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'output_format' }] });
  },
  instantly,
);

rule(
  'EXP-20',
  'with files the output is a ZIP archive of data and files, without them it is the data',
  async (scene) => {
    const plain = await output(scene, { name: 'client' });
    expect([plain.job.data.options.allow_files, plain.text.slice(0, 1)]).toEqual([false, '[']);
    const { job, bytes, text } = await output(scene, { name: 'client', allow_files: true });
    expect([...bytes.slice(0, 4)]).toEqual([0x50, 0x4b, 0x03, 0x04]);
    expect(job.data).toMatchObject({ content_type: 'application/zip', filename: expect.stringMatching(/\.zip$/) });
    const [first] = JSON.parse(plain.text) as { picture: string }[];
    expect(first?.picture).toMatch(/^files\//);
    expect(text).toContain(first?.picture);
    expect(text).toContain(plain.text);
    const yes = await refusal(post(scene, { allow_files: 'yes' }));
    expect([yes.status, yes.body.message]).toEqual([400, 'Invalid option input']);
  },
  instantly,
);
