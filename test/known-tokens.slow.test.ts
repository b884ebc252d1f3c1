import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { failureOf } from './support/failure.js';
import { collectGarbage } from './support/garbage.js';
import { refusal, scriptedPlatform } from './support/platform.js';
import { connectService } from './support/several-users.js';

const platform = scriptedPlatform();

test('tokens of visitors who have left take no memory', async () => {
  const care = await connectService(platform, { retry: 0 });
  platform.on('GET', '/c/1', refusal(404));
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const visit = async (day: number) => {
    for (let visitor = 0; visitor < 1000; visitor++) care.as(`${randomUUID()}-of-day-${day}`);
    // A failure is what makes the index of tokens.
    expect(await failureOf(care.client({ url: 'c/1' }))).toMatchObject({ name: 'NotFoundError' });
  };
  for (let day = 0; day < 3; day++) await visit(day);
  const before = used();
  for (let day = 3; day < 30; day++) await visit(day);
  expect((used() - before) / 1e6).toBeLessThan(8);
});
