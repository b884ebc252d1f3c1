import { createSandbox, type Fault } from 'care-platform/sandbox';
import { expect, test, vi } from 'vitest';
import { ask } from './api.js';

const outage: Fault = { kind: 'response', status: 503, for: { minutes: 1, seconds: 30 } };

const withFault = (fault: Fault, frozen = true) => {
  const sandbox = createSandbox({ limits: false, clock: { frozen } });
  sandbox.faults.add(fault);
  return { ...sandbox, status: async (path = '/') => (await ask(sandbox, 'GET', path)).status };
};

test('a fault with a time hits every request until the clock reaches its end', async () => {
  const { clock, status } = withFault(outage);
  for (let sent = 0; sent < 5; sent++) expect(await status()).toBe(503);
  clock.advance({ seconds: 89 });
  expect(await status()).toBe(503);
  clock.advance({ seconds: 1 });
  expect(await status()).toBe(200);
});

test('a fault with a time ends by itself as the clock runs', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { faults, status } = withFault(outage, false);
    vi.advanceTimersByTime(89_999);
    expect(await status()).toBe(503);
    vi.advanceTimersByTime(1);
    expect([await status(), faults.pending]).toEqual([200, []]);
  } finally {
    vi.useRealTimers();
  }
});

test('a frozen clock holds a fault with a time until it is moved', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { status } = withFault(outage);
    vi.advanceTimersByTime(600_000);
    expect(await status()).toBe(503);
  } finally {
    vi.useRealTimers();
  }
});

test('a clock that is set back before the end of a fault puts it back into effect', async () => {
  const { clock, faults, status } = withFault(outage);
  clock.advance({ days: 1 });
  expect([await status(), faults.pending]).toEqual([200, []]);
  clock.advance({ days: -1 });
  expect([await status(), faults.pending.length]).toEqual([503, 1]);
});

test('a fault with a time keeps its scope, and leaves room for the faults behind it', async () => {
  const { clock, faults, status } = withFault({ ...outage, path: /^\/c/, skip: 1 });
  faults.add({ kind: 'html', times: 2 });
  expect([await status('/p/items'), await status('/c/items'), await status('/c/items')]).toEqual([502, 502, 503]);
  clock.advance({ minutes: 2 });
  expect(await status('/c/items')).toBe(200);
});

test('a fault with a time and a chance hits a share of the requests in that time', async () => {
  const { clock, status } = withFault({ ...outage, chance: 0.5 });
  const statuses: number[] = [];
  for (let sent = 0; sent < 40; sent++) statuses.push(await status());
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  clock.advance({ hours: 1 });
  for (let sent = 0; sent < 40; sent++) expect(await status()).toBe(200);
});

test('pending faults are listed as they were added, with what is left', async () => {
  const { faults, status } = withFault({ kind: 'html', path: /^\/c/, times: 3, skip: 1 });
  faults.add(outage);
  expect(await status('/c/items')).toBe(503);
  expect(await status('/c/items')).toBe(502);
  expect(faults.pending).toEqual([
    { kind: 'html', path: /^\/c/, times: 3, skip: 1, id: 1, left: { skip: 0, times: 2, until: null } },
    { ...outage, id: 2, left: { skip: 0, times: Infinity, until: new Date('2026-03-02T09:01:30Z') } },
  ]);
  faults.clear();
  expect(faults.pending).toEqual([]);
});

test('one fault is removed by its id, which no other fault gets', async () => {
  const { faults, status } = withFault(outage);
  faults.add({ kind: 'html', status: 502, path: '/c/items' }, { kind: 'html', status: 500, times: 2 });
  expect(faults.remove(1)).toBe(true);
  expect(faults.remove(1)).toBe(false);
  expect([await status('/c/items'), await status()]).toEqual([502, 500]);
  // It is used up.
  expect(faults.remove(2)).toBe(false);
  faults.clear();
  faults.add({ kind: 'html' });
  expect(faults.pending.map(({ id }) => id)).toEqual([4]);
  expect(faults.remove(4)).toBe(true);
  expect([await status(), faults.pending]).toEqual([200, []]);
});

test('a list of pending faults is a copy: changing it changes no fault', async () => {
  const { faults, status } = withFault(outage);
  const [listed] = faults.pending;
  Object.assign(listed ?? {}, { status: 500 });
  listed?.left.until?.setFullYear(2000);
  expect([await status(), faults.pending.length]).toEqual([503, 1]);
});
