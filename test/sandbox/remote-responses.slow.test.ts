import { expect, test } from 'vitest';
import { controlledServer } from './controlled-server.js';

const server = controlledServer();

async function read(path: string): Promise<unknown> {
  const response = await fetch(`${server.url}/_sandbox${path}`);
  expect(response.status).toBe(200);
  return response.json();
}

test('faults, settings, mails and requests can be read', async () => {
  server.sandbox.faults.add({ kind: 'html' }, { kind: 'drop', when: 'before', times: 2 });
  expect(await read('/faults')).toEqual([
    { kind: 'html', id: 1, left: { skip: 0, times: 1, until: null } },
    { kind: 'drop', when: 'before', times: 2, id: 2, left: { skip: 0, times: 2, until: null } },
  ]);
  expect(await read('/settings')).toEqual({ ...server.sandbox.settings });
  expect(await read('/mails')).toEqual([]);
  expect(await read('/requests')).toEqual([]);
  expect(await read('/people')).toHaveLength(server.sandbox.control.users().length);
});

test('a slash at the end of a path makes no difference', async () => {
  expect(await read('/')).toMatchObject({ tokens: server.sandbox.tokens });
  expect(await read('/clock/')).toEqual({ now: '2026-03-02T09:00:00.000Z', frozen: true });
});

test.each([
  { advance: {} },
  { advance: [] },
  { advance: 1 },
  { advance: { hours: '1' } },
  { advance: { hours: 1, weeks: 1 } },
  { advance: { weeks: 1, hours: 1 } },
  { set: 'tomorrow' },
  { set: '2026-02-30T09:00:00Z' },
  { set: '2026-03-02T24:00:00Z' },
  { set: '2026-03-02T09:00:00' },
  { frozen: 1 },
  { hours: 1 },
])('the clock refuses %j and stays', async (body) => {
  const response = await fetch(`${server.url}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  expect(server.sandbox.clock.now()).toEqual(new Date('2026-03-02T09:00:00Z'));
});
