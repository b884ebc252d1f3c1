import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, linkUrl } from './api.js';

async function planningItems(sandbox: Sandbox, query: string) {
  const { body } = await ask(sandbox, 'GET', '/aux/client/id/EHR-1042');
  const url = linkUrl(body, 'planning.items');
  return ask(sandbox, 'GET', `${url}?${query}`);
}

const refusal = {
  code: 400,
  message: 'Invalid query parameters',
  extra: [{ name: 'before', message: 'Out of bounds.' }],
};

test.each([
  'after=2026-01-01&before=9999-12-31',
  'after=0001-01-01&before=9999-12-31',
  'after=2020-01-01&before=2300-01-01',
])('a window with more occurrences than the sandbox computes is refused: %s', async (query) => {
  const sandbox = createSandbox();
  expect((await planningItems(sandbox, query)).body).toEqual(refusal);
  const [logged] = (await ask(sandbox, 'GET', '/configuration/apiusers/errorlog/items')).body['@items'];
  expect(logged).toMatchObject({ code: 400, message: refusal.message });
});

test('a window of ten years comes whole', async () => {
  const { status, body } = await planningItems(createSandbox(), 'after=2026-03-02&before=2036-03-02');
  expect(status).toBe(200);
  expect(body['@items'].length).toBeGreaterThan(3653);
});

test('`limit` gives the first of an endless window, and `start` goes on from there', async () => {
  const sandbox = createSandbox();
  const all = (await planningItems(sandbox, 'after=2026-03-02&before=2026-04-02')).body['@items'];
  const pages = [];
  for (const start of [0, 7, 14]) {
    const { body } = await planningItems(sandbox, `after=2026-03-02&before=9999-12-31&limit=7&start=${start}`);
    expect(body).not.toHaveProperty('@paging');
    pages.push(...body['@items']);
  }
  expect(pages).toEqual(all.slice(0, 21));
  expect((await planningItems(sandbox, 'after=2026-03-02&before=2026-04-02&start=3')).body['@items']).toEqual(
    all.slice(3),
  );
});

test.each(['limit=0', 'limit=x', 'start=-1'])('%s is refused, as everywhere', async (batch) => {
  const { body } = await planningItems(createSandbox(), `after=2026-03-02&before=2026-03-09&${batch}`);
  expect(body).toMatchObject({ code: 400, extra: [{ name: batch.split('=')[0], message: 'Unknown value.' }] });
});

test('a page that lies too far behind the start of a window is refused', async () => {
  const { body } = await planningItems(createSandbox(), 'after=2026-03-02&before=9999-12-31&limit=10&start=1000000');
  expect(body).toEqual(refusal);
});

test('a setting limits how many occurrences are computed', async () => {
  const sandbox = createSandbox({ settings: { maxPlannedEvents: 10 } });
  expect((await planningItems(sandbox, 'after=2026-03-02&before=2026-04-02')).body).toEqual(refusal);
  expect((await planningItems(sandbox, 'after=2026-03-02&before=2026-04-02&limit=10')).status).toBe(200);
});

test('the last day of the calendar has its events, and the day after it has none', async () => {
  const sandbox = createSandbox();
  const { body } = await planningItems(sandbox, 'after=9999-12-30&before=9999-12-31');
  const url = body['@items'][0]?.['@url'] ?? '';
  expect((await ask(sandbox, 'GET', url)).status).toBe(200);
  const beyond = await ask(sandbox, 'GET', url.replace(/\d{8}$/, '99991232'));
  expect(beyond.status).toBe(404);
  expect((await ask(sandbox, 'GET', url.replace(/\d{8}$/, '99991231'))).status).toBe(200);
});

test.each([
  { start: '2026-02-30T10:00:00' },
  { start: '2026-03-02T25:00:00' },
  { start: '0050-01-01T10:00:00' },
  { repetition: { frequency: 'daily', interval: 0 } },
  { repetition: { frequency: 'daily', interval: -1 } },
  { repetition: { frequency: 'daily', interval: 0.5 } },
  { repetition: { frequency: 'weekly', count: 0 } },
  { repetition: { frequency: 'weekly', until: 'tomorrow' } },
  { repetition: { frequency: 'monthly' } },
  { repetition: { frequency: 'daily', intervall: 2 } },
  { titel: 'Misspelt' },
])('an event that cannot be planned is refused: %j', (fields) => {
  const { addPlannedEvent } = createSandbox().control;
  const plan = { start: '2026-03-02T10:00:00', ...fields } as Parameters<typeof addPlannedEvent>[1];
  expect(() => addPlannedEvent('EHR-1042', plan)).toThrow(TypeError);
});

test('a response that cannot be written is an error of the platform, and in its error log', async () => {
  const sandbox = createSandbox();
  Object.assign(sandbox.settings, {
    name: {
      toJSON: () => {
        throw new RangeError('Invalid string length');
      },
    },
  });
  const { status, body } = await ask(sandbox, 'GET', '');
  expect({ status, body }).toEqual({ status: 500, body: { code: 500, message: 'Unexpected error' } });
  const [logged] = (await ask(sandbox, 'GET', '/configuration/apiusers/errorlog/items')).body['@items'];
  expect(logged).toMatchObject({ code: 500 });
});
