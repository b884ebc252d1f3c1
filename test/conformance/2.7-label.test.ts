import { expect } from 'vitest';
import { readingRules, rule } from './rule.js';
import { asError, get, invalidJson, json, refusal } from './wire.js';

readingRules('2.7-label');

rule('LAB-2', 'a label gets its identifier from the platform, of its own, for ever', async ({ care, raw, sandbox }) => {
  const { url } = care.links.get('configuration.labels');
  const wanted = { label: 'Nieuw', identifier: 'mine' };
  const first = await json(raw('POST', url, { json: wanted }));
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['identifier']);
  const label = await care.createLabel('Nieuw');
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const identifier of [first.identifier, label.data.identifier]) expect(identifier).toMatch(uuid);
  expect(first.identifier).not.toBe(label.data.identifier);

  const renamed = await label.rename('Anders');
  expect(renamed.data).toEqual({ identifier: label.data.identifier, label: 'Anders' });
  expect((await raw('PATCH', label.url, { json: { identifier: 'mine' } })).status).toBe(204);
  expect(await get(raw, label.url)).toMatchObject({ identifier: label.data.identifier, label: 'Anders' });

  const body = JSON.parse(JSON.stringify({ ...(await get(raw, label.url)), identifier: 'no uuid at all' }));
  sandbox.faults.add({ kind: 'response', status: 200, body });
  expect((await label.refresh()).data.identifier).toBe('no uuid at all');
});

rule('LAB-3', 'a label has a text', async ({ care, raw, sandbox }) => {
  const { url } = care.links.get('configuration.labels');
  const [label] = await care.labels().toArray();
  for (const [text, message] of [
    [undefined, 'Required input is missing.'],
    [null, 'Required input is missing.'],
    [7, 'Must be transferred as string.'],
  ] as const) {
    const refused = invalidJson(['label', message]);
    expect(await refusal(raw('POST', url, { json: { label: text } }))).toEqual(refused);
    const requests = sandbox.journal.length;
    // @ts-expect-error: no text
    await expect(care.createLabel(text)).rejects.toMatchObject({ name: 'InputError', problems: refused.body.extra });
    // @ts-expect-error: no text
    await expect(label?.rename(text)).rejects.toMatchObject({ name: 'InputError', problems: refused.body.extra });
    expect(sandbox.journal).toHaveLength(requests);
  }
  const blank = invalidJson(['label', 'Required input is missing.']);
  expect(await refusal(raw('PATCH', label?.url ?? '', { json: { label: null } }))).toEqual(blank);
  await expect(care.createLabel('')).rejects.toMatchObject(asError(blank));
  const created = await care.createLabel('Wachtlijst – é');
  expect((await get(raw, created.url)).label).toBe('Wachtlijst – é');
});

rule('LAB-4', 'people carry the identifiers of labels, from which their texts are found', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const professional = await care.professional({ id: 'PRO-1' });
  const texts = new Map((await care.labels().toArray()).map(({ data }) => [data.identifier, data.label]));
  expect((await get(raw, client.url)).labels).toEqual([...texts.keys()].slice(0, 2));
  expect(client.data.labels?.map((identifier) => texts.get(identifier))).toEqual(['Wachtlijst', 'Groepstraining']);
  const [identifier = ''] = professional.data.labels ?? [];
  const label = await care.label({ identifier });
  expect(label.data).toEqual({ identifier, label: texts.get(identifier) });
  expect((await care.label({ url: label.url })).data).toEqual(label.data);
  await label.rename('Anders');
  expect((await get(raw, professional.url)).labels).toEqual([identifier]);
  await expect(care.label({ identifier: 'Wachtlijst' })).rejects.toMatchObject({ name: 'NotFoundError' });
});
