import { InputError, NotFoundError } from 'care-platform';
import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { get, json } from './wire.js';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

readingRules('4.12-labels');

rule(
  'EPL-2',
  'a new label gets an identifier and an address, behind the link of the root',
  async ({ sandbox, raw }) => {
    const { care, sent } = await recorded(sandbox);
    const { url } = care.links.get('configuration.labels');
    expect(url).toMatch(/\/configuration\/tags$/);
    const response = await raw('POST', url, { json: { label: 'Intake' } });
    const document = await json(response);
    expect([response.status, response.headers.get('location')]).toEqual([201, document['@url']]);
    expect(document).toMatchObject({ '@type': 'https://care.example/ns/configuration/label', label: 'Intake' });
    expect(document.identifier).toMatch(uuid);

    const label = await care.createLabel('Nazorg');
    expect(sent.map((one) => [one.method, one.path, one.body])).toEqual([
      ['POST', '/configuration/tags', { label: 'Nazorg' }],
    ]);
    expect(label.data).toEqual({ identifier: expect.stringMatching(uuid), label: 'Nazorg' });
    const labels = await care.labels().toArray();
    expect(labels.slice(3).map(({ data }) => data.identifier)).toEqual([document.identifier, label.data.identifier]);
  },
  { paths: { labels: 'tags' } },
);

rule('EPL-3', 'a label is read by its identifier or address, with links', async ({ care, raw }) => {
  const [first] = await care.labels().toArray();
  const document = await get(raw, `/configuration/labels/${first?.data.identifier}`);
  expect(document).toEqual({
    ...{ '@url': first?.url, '@type': first?.type, '@links': [] },
    ...{ identifier: first?.data.identifier, label: 'Wachtlijst' },
  });
  for (const address of [{ identifier: first?.data.identifier ?? '' }, { url: first?.url ?? '' }]) {
    expect((await care.label(address)).toJSON()).toEqual(document);
  }
  expect((await raw('GET', '/configuration/labels/none')).status).toBe(404);
  await expect(care.label({ identifier: 'none' })).rejects.toThrow(NotFoundError);
});

rule('EPL-4', 'renaming a label changes its text and nothing else', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const [first, second] = await care.labels().toArray();
  expect((await raw('PATCH', first?.url ?? '', { json: { label: 'Lijst' } })).status).toBe(204);
  expect(await first?.refresh()).toMatchObject({ data: { ...first?.data, label: 'Lijst' } });
  const renamed = await second?.rename('Groep');
  const { method, path, body } = sent.at(-1) ?? {};
  expect([method, path, body]).toEqual(['PATCH', second?.url.slice(sandbox.baseUrl.length), { label: 'Groep' }]);
  expect(renamed?.data).toEqual({ ...second?.data, label: 'Groep' });
  expect((await renamed?.refresh())?.data).toEqual({ ...second?.data, label: 'Groep' });
});

rule('EPL-5', 'a deleted label is gone', async ({ care, raw }) => {
  const [first, second] = await care.labels().toArray();
  expect((await raw('DELETE', first?.url ?? '')).status).toBe(204);
  await second?.delete();
  for (const label of [first, second]) {
    expect((await raw('GET', label?.url ?? '')).status).toBe(404);
    await expect(label?.refresh()).rejects.toThrow(NotFoundError);
  }
  expect((await care.labels().toArray()).map(({ data }) => data.label)).toEqual(['Vrijdagochtend']);
});

rule('EPL-6', 'the identifier of a label cannot be changed', async ({ sandbox, care, raw }) => {
  const [label] = await care.labels().toArray();
  const json = { identifier: 'mine', label: 'Lijst' };
  expect((await raw('PATCH', label?.url ?? '', { json })).status).toBe(204);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['identifier']);
  expect((await label?.refresh())?.data).toEqual({ identifier: label?.data.identifier, label: 'Lijst' });
  const before = sandbox.journal.length;
  // @ts-expect-error: a text is all it takes
  await expect(label?.rename(json)).rejects.toThrow(InputError);
  // @ts-expect-error: a text is all it takes
  await expect(care.createLabel(json)).rejects.toThrow(InputError);
  expect(sandbox.journal).toHaveLength(before);
});

rule('EPL-7', 'users with a label keep it when it is renamed', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const professional = await care.professional({ id: 'PRO-1' });
  const [label] = await care.labels().toArray();
  expect(client.data.labels).toContain(label?.data.identifier);
  await label?.rename('Anders');
  expect((await get(raw, client.url)).labels).toEqual(client.data.labels);
  expect((await get(raw, professional.url)).labels).toEqual([label?.data.identifier]);
});

rule('EPL-8', 'a deleted label is taken off everyone, and the last one leaves null', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const professional = await care.professional({ id: 'PRO-1' });
  const [first, second] = await care.labels().toArray();
  expect(client.data.labels).toEqual([first?.data.identifier, second?.data.identifier]);
  await first?.delete();
  expect((await get(raw, client.url)).labels).toEqual([second?.data.identifier]);
  expect((await get(raw, professional.url)).labels).toBeNull();
  await second?.delete();
  expect((await client.refresh()).data.labels).toBeNull();
});

rule('EPL-9', 'a label with the text of a deleted one is another label', async ({ care }) => {
  const client = await care.client({ id: 'EHR-1043' });
  const [label] = await care.labels().toArray();
  await label?.delete();
  const again = await care.createLabel('Wachtlijst');
  expect(again.data.label).toBe(label?.data.label);
  expect(again.data.identifier).not.toBe(label?.data.identifier);
  expect((await client.refresh()).data.labels).toBeNull();
});
