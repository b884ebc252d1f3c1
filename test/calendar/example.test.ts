import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
});

test('the example shows the todos, their times across the change to summer time, and their diaries', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
  await import('../../examples/calendar.ts');
  expect(lines).toContain(
    'Mood diary; every evening, before bed: 2026-02-20T20:00:00 on the clocks of Europe/Amsterdam, FREQ=DAILY, changed 2026-03-02T09:00:00.000Z',
  );
  const evenings = lines.filter((line) => /^2026.*every evening/.test(line));
  expect(evenings.map((line) => line.slice(0, 16))).toEqual([
    '2026-03-27T19:00',
    '2026-03-28T19:00',
    '2026-03-29T18:00',
    '2026-03-30T18:00',
    '2026-03-31T18:00',
  ]);
  expect(lines.filter((line) => line.startsWith('Reminds'))).toHaveLength(2);
});
