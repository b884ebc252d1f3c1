import type { Client, ClientRow, SyncPlan } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { connectedSandbox } from '../support/connected-sandbox.js';
import { newClient, newProfessional } from '../support/people.js';

const it = connectedSandbox();

const labelTexts = async () => (await it.care.labels().toArray()).map(({ data }) => data.label);
/** What was sent that writes, since it was last asked. */
const writes = () =>
  it.sandbox.journal.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

describe('`createLabels: false`', () => {
  test.each<[string, ClientRow['labelTexts'], string]>([
    ['an unknown text', ['Known', ' Known'], 'labelTexts.1'],
    ['an unknown text to add', { add: ['Knwon'] }, 'labelTexts.add.0'],
    ['an empty text', [''], 'labelTexts.0'],
  ])('refuses %s, and writes nothing', async (_, texts, name) => {
    await it.care.createLabel('Known');
    const before = [await labelTexts(), writes()];
    const problems = [{ name, code: 'unknown-value' }];
    for (const dryRun of [false, true]) {
      const upsert = it.care.upsertClient(
        'NEW-1',
        { ...newClient, labelTexts: texts },
        { createLabels: false, dryRun },
      );
      await expect(upsert).rejects.toMatchObject({ name: 'InputError', problems });
    }
    expect([await labelTexts(), writes()]).toEqual(before);
  });

  test('takes known texts, of professionals too', async () => {
    await it.care.createLabel('Known');
    const options = { createLabels: false };
    const client = await it.care.upsertClient('NEW-1', { ...newClient, labelTexts: ['Known'] }, options);
    const professional = await it.care.upsertProfessional(
      'NEW-2',
      { ...newProfessional, labelTexts: ['Known'] },
      options,
    );
    expect([client.outcome, professional.outcome]).toEqual(['created', 'created']);
    expect(client.resource.data.labels).toEqual(professional.resource.data.labels);
    expect(client.resource.data.labels).toHaveLength(1);
  });

  test('fails the rows of a sync that have an unknown text, and the others go on', async () => {
    await it.care.createLabel('Known');
    const rows = ['Known', 'Unknown', 'Known', 'Unknown'].map((text, index) => {
      const fields = { ...newClient, email: `new.${index}@mail.example` };
      return { ...fields, id: `NEW-${index}`, labelTexts: [text] };
    });
    const results: SyncPlan<Client>[] = [];
    for await (const result of it.care.syncClients(rows, { createLabels: false })) results.push(result);
    expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'failed', 'created', 'failed']);
    expect(results[3]).toMatchObject({ error: { problems: [{ name: 'labelTexts.0', code: 'unknown-value' }] } });
    expect(await labelTexts()).not.toContain('Unknown');
  });

  test('must be true or false', async () => {
    const upsert = it.care.upsertClient('NEW-1', newClient, { createLabels: 'no' as never });
    await expect(upsert).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'createLabels' }] });
  });
});
