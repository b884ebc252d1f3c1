import { type Application, type ConnectOptions, DiaryEntry, type Resource } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, listDocument, namespace } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

/** A platform whose every response is this document, its strings `<n>` written as that number. */
function connectTo(document: object, options: Partial<ConnectOptions> = {}): Promise<Application> {
  const text = JSON.stringify(document).replace(/"<(.+?)>"/g, '$1');
  return connected(() => new Response(text, { headers: { 'content-type': 'application/json' } }), options);
}

const entry = (fields: object) => ({
  '@type': `${namespace}/diary/schema/entry#steps:1`,
  '@url': `${baseUrl}/c/1/diary/entries/e1`,
  dt: '2026-03-01T12:00:00',
  ...fields,
});
const open = (care: Application) => care.open('c/1/diary/entries/e1') as Promise<Resource>;

const picture = { '@type': 'file', url: 'a', filename: 'a.png', content_type: 'image/png', created: null };

const inexact = [
  '9007199254740993',
  '-9007199254740993',
  '12345678901234567890',
  '1e400',
  '-1e400',
  '9007199254740993.0',
];
const exact = ['9007199254740991', '-9007199254740991', '0', '-1', '1e3', '0.1', '0.30000000000000004', '72.5', '1e-7'];

describe('a number that JavaScript cannot hold exactly', () => {
  test.each(inexact)('is a problem of the field of a diary entry: %s', async (written) => {
    const care = await connectTo(entry({ mood: 3, steps: `<${written}>` }));
    await expect(open(care)).rejects.toMatchObject({
      name: 'ResponseValidationError',
      problems: [{ name: 'steps' }],
    });
  });

  test.each([
    ['age', clientDocument('1', { age: '<9007199254740993>' })],
    ['picture.size', clientDocument('1', { picture: { ...picture, size: '<9007199254740993>' } })],
    ['later.0.counts.1', clientDocument('1', { later: [{ counts: [1, '<9007199254740993>'] }] })],
  ])('is named by its path: %s', async (name, document) => {
    const care = await connectTo(document);
    await expect(care.client({ url: `${baseUrl}/c/1` })).rejects.toMatchObject({
      name: 'ResponseValidationError',
      problems: expect.arrayContaining([expect.objectContaining({ name })]),
    });
  });

  test('is a problem of the item of a list', async () => {
    const care = await connectTo(listDocument([entry({ steps: 1 }), entry({ steps: '<9007199254740993>' })]));
    const list = (await care.open('later')) as unknown as { toArray(): Promise<unknown[]> };
    await expect(list.toArray()).rejects.toMatchObject({
      name: 'ResponseValidationError',
      resource: expect.stringContaining('item 1 '),
      problems: [{ name: 'steps' }],
    });
  });

  test.each([
    ['@items.0.id', { '@items': [{ id: '<9007199254740993>' }] }],
    ['a.b', { a: { b: '<1e400>' } }],
  ])('is a problem of the response to `request`: %s', async (name, document) => {
    const care = await connectTo(document);
    await expect(care.request({ url: 'later' })).rejects.toMatchObject({
      name: 'ResponseValidationError',
      problems: [{ name }],
    });
  });

  test('does not hide that a write was done', async () => {
    const care = await connectTo({ id: '<9007199254740993>', '@url': `${baseUrl}/later/1` });
    const failure = await care.request({ method: 'POST', url: 'later' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ResponseValidationError', message: expect.stringContaining('was applied') });
  });

  test('is left out and logged if validation is lenient', async () => {
    const warnings: string[] = [];
    const options = {
      validation: 'lenient',
      logger: { warn: (message: string) => void warnings.push(message) },
    } as const;
    const document = entry({ mood: 3, steps: '<9007199254740993>', counts: [1, '<1e400>'] });
    const care = await connectTo(document, options);
    const opened = await open(care);
    expect(opened).toBeInstanceOf(DiaryEntry);
    expect(opened.data).toEqual({ dt: new Date('2026-03-01T12:00:00Z'), mood: 3, counts: [1, null] });
    expect(opened.attribute('steps')).toBeUndefined();
    expect(opened.toJSON()).not.toHaveProperty('steps');
    const { data } = await care.request({ url: 'later' });
    expect(data).not.toHaveProperty('steps');
    expect(warnings).toHaveLength(2);
  });
});

test.each(exact)('any other number is what the platform wrote: %s', async (written) => {
  const document = entry({ steps: `<${written}>`, text: '9007199254740993' });
  const care = await connectTo(document);
  expect((await open(care)).attribute('steps')).toBe(Number(written));
  expect((await care.request({ url: 'later' })).data).toMatchObject({ steps: Number(written) });
});
