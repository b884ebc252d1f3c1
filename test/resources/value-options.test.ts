import { inlineFile } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { type Call, callWithOptions, it } from '../support/option-tables.js';

describe('options without a request', () => {
  test.each<[string, Call, object, string]>([
    ['toArray', (o) => it.list.toArray(o), { max: -1 }, 'max'],
    ['toArray', (o) => it.list.toArray(o), { maximum: 1 }, 'maximum'],
    ['a download', (o) => it.download.stream(o), { onProgres: () => 1 }, 'onProgres'],
    ['a download', (o) => it.download.text(o), { onProgress: 1 }, 'onProgress'],
    ['an inline file', (o) => inlineFile(new Uint8Array(1), 'a', o), { maxBytes: '5' }, 'maxBytes'],
    ['an inline file', (o) => inlineFile(new Uint8Array(1), 'a', o), { maxSize: 5 }, 'maxSize'],
    ['a diary schema', (o) => it.schema.validate({}, o), { change: true }, 'change'],
    ['a diary schema', (o) => it.schema.zodSchema(o), { changes: 1 }, 'changes'],
    ['a chart', (o) => it.schema.chart([], o), { zone: 'Europe/Amsterdam', form: '2026-01-01' }, 'form'],
    ['a plain request', (o) => it.care.request(o), { url: 'c/items', metod: 'GET' }, 'metod'],
    ['a plain request', (o) => it.care.request(o), { url: 'c/items', retryPolicy: 'always' }, 'retryPolicy'],
    ['a list', (o) => it.care.clients(o), { limit: '5' }, 'limit'],
    ['conversations', (o) => it.client.conversations(o), { relevnt: 'all' }, 'relevnt'],
    ['diary entries', (o) => it.client.diaryEntries(o), { modifiedAfter: 'x' }, 'modifiedAfter'],
    ['a new export', (o) => it.care.startExport(o), { name: 'client', output: 'csv' }, 'output'],
    [
      'a filter of a new export',
      (o) => it.care.startExport(o),
      { name: 'client', filters: [{ name: 'a', value: '1', operator: '=', oparator: '<' }] },
      'filters.0.oparator',
    ],
    [
      'a parameter of a new export',
      (o) => it.care.startExport(o),
      { name: 'client', parameters: [{ name: 'a', value: 1, operator: '=' }] },
      'parameters.0.value',
    ],
    [
      'a combination of a new export',
      (o) => it.care.startExport(o),
      { name: 'client', combine: [{ name: 'a', property: ['b'] }] },
      'combine.0.property',
    ],
  ])('of %s are checked', async (_, call, options, name) => {
    expect(await callWithOptions(call, options)).toEqual({ names: [name], requests: 0 });
  });
});
