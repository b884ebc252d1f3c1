import { expect, onTestFinished, test, vi } from 'vitest';
import { now } from '../../src/transport/clock.js';

test('a clock that is put back stands still for one reading, then goes on from there', () => {
  const reading = vi.spyOn(performance, 'now').mockReturnValue(1e9);
  onTestFinished(() => reading.mockRestore());
  const start = now();
  const later = [1e9 + 5, 1000, 1010, 1030, 10, 15].map((read) => {
    reading.mockReturnValue(read);
    return now() - start;
  });
  expect(later).toEqual([5, 5, 15, 35, 35, 40]);
});
