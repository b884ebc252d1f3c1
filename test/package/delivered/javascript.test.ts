import { expect, test } from 'vitest';
import { run } from './consumer.js';

test.each(['module.mjs', 'commonjs.cjs'])('all entries do their work in JavaScript (%s)', async (program) => {
  expect(JSON.parse(await run(`javascript/${program}`))).toEqual({
    clients: 7,
    calendar: true,
    error: true,
    rows: 1,
    saved: true,
    redis: 'function',
  });
});

test('imported and required in one process, the package keeps one budget and knows its errors', async () => {
  expect(JSON.parse(await run('javascript/both.mjs'))).toEqual({
    copies: 2,
    refused: 0,
    sentTogether: [true, true],
    known: true,
  });
});
