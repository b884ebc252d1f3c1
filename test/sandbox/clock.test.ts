import { createSandbox, type SandboxClock } from 'care-platform/sandbox';
import { beforeEach, expect, test, vi } from 'vitest';
import { ask } from './api.js';
import { readJob, startJob } from './export-job.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => void vi.useRealTimers();
});

test('a running clock goes on with real time, also after resume', () => {
  const { clock } = createSandbox();
  clock.advance({ hours: 1 });
  vi.advanceTimersByTime(20);
  clock.resume();
  expect(clock.now()).toEqual(new Date('2026-03-02T10:00:00.020Z'));
  vi.advanceTimersByTime(5);
  expect(clock.now()).toEqual(new Date('2026-03-02T10:00:00.025Z'));
});

test('a frozen clock stands still until it is moved or resumed', () => {
  const { clock } = createSandbox({ clock: { frozen: true } });
  vi.advanceTimersByTime(1000);
  expect(clock.now()).toEqual(new Date('2026-03-02T09:00:00Z'));
  clock.resume();
  vi.advanceTimersByTime(1000);
  expect(clock.now()).toEqual(new Date('2026-03-02T09:00:01Z'));
});

test('the Date header and the journal follow the sandbox clock', async () => {
  const sandbox = createSandbox({ clock: { start: new Date('2030-01-01T00:00:00Z'), frozen: true } });
  sandbox.clock.advance({ days: 1, hours: 2 });
  const { headers } = await ask(sandbox, 'GET', '/');
  expect(headers.get('Date')).toBe('Wed, 02 Jan 2030 02:00:00 GMT');
  expect(sandbox.journal[0]?.at).toEqual(new Date('2030-01-02T02:00:00Z'));
});

test('an export is queued, started and completed as the clock runs, by default within three seconds', async () => {
  const sandbox = createSandbox();
  const job = await startJob(sandbox);
  const states = [job.state];
  for (let second = 0; second < 3; second++) {
    vi.advanceTimersByTime(1000);
    states.push((await readJob(sandbox, job)).state);
  }
  expect([...new Set(states)]).toEqual(['queued', 'started', 'completed']);
});

test('the times of an export are those at which its states were due', async () => {
  const sandbox = createSandbox({ clock: { frozen: true } });
  const job = await startJob(sandbox, { output_format: 'csv' });
  sandbox.clock.advance({ seconds: 1 });
  const started = { state: 'started', started: '2026-03-02T09:00:00', completed: null };
  expect(await readJob(sandbox, job)).toMatchObject(started);
  sandbox.clock.advance({ seconds: 1 });
  expect(await readJob(sandbox, job)).toMatchObject({ state: 'completed', completed: '2026-03-02T09:00:01' });
});

test.each<[string, (clock: SandboxClock) => void]>([
  ['an invalid date', (clock) => clock.set(new Date(Number.NaN))],
  ['a text for a date', (clock) => clock.set('2026-03-02T10:00:00Z' as never)],
  ['a misspelt unit', (clock) => clock.advance({ day: 1 } as never)],
  ['a text for an amount', (clock) => clock.advance({ days: '1' } as never)],
  ['an amount that is no number', (clock) => clock.advance({ days: Number.NaN })],
  ['a step beyond all dates', (clock) => clock.advance({ days: 1e9 })],
])('a clock refuses %s, and stays where it is', (_, move) => {
  const { clock } = createSandbox();
  expect(() => move(clock)).toThrow(TypeError);
  expect(clock.now()).toEqual(new Date('2026-03-02T09:00:00Z'));
});
