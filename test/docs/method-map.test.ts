import { type Operation, operations } from 'care-platform';
import { expect, test } from 'vitest';
import { codeOf, methodMapRows } from '../support/method-map.js';
import { publicApi } from '../support/public-api.js';

const words = new Set(methodMapRows.flatMap((cells) => cells.flatMap(codeOf)));

/** What the page calls an object of a class. */
const objects: Readonly<Record<string, string>> = {
  Application: 'care',
  DiaryEntry: 'entry',
  ExportJob: 'job',
  TasksChange: 'change',
  ConversationsChange: 'change',
};

test('the method map has each public method that sends requests, and no other', () => {
  const methods = publicApi
    .sendingMethods()
    .map(({ className, method }) => `${objects[className] ?? className.toLowerCase()}.${method}`);
  const calls = [...words].filter((word) => /^[a-z]+\.[a-z]\w*$/i.test(word));
  // An entry has an endpoint of its own, but no method of its own to read it.
  const expected = new Set([...methods, 'entry.refresh']);
  expect(calls.filter((call) => call !== 'favorites.items').sort()).toEqual([...expected].sort());
});

test('the method map has each operation with its retry policy', () => {
  const table: Readonly<Record<string, Operation>> = operations;
  const mapped = methodMapRows.flatMap((cells) => {
    if (cells.length < 5) return [];
    const column = cells.findIndex((cell) => /^`\w+`$/.test(cell) && (codeOf(cell)[0] ?? '') in table);
    return column === -1 ? [] : [[codeOf(cells[column])[0] ?? '', cells[column + 1]?.split(',')[0]]];
  });
  expect(mapped.filter(([name = '', policy]) => table[name]?.retryPolicy !== policy)).toEqual([]);
  expect(new Set(mapped.map(([name]) => name))).toEqual(new Set(Object.keys(table)));
});
