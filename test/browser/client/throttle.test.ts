import { expect, test } from 'vitest';
import { openPlatform } from './platform.ts';

test('two connections of a page share one throttle', async () => {
  const platform = await openPlatform({ limits: false });
  const cares = [await platform.connect('applicationManager'), await platform.connect('secretary')];
  const reads = cares.flatMap((care, which) =>
    Array.from({ length: 25 }, (_, index) => care.clients({ limit: 2 * index + which + 1 }).first()),
  );
  await Promise.all(reads);

  for (const care of cares) expect(care.throttle.stats()).toMatchObject({ sent: 52, rateLimited: 0 });
});

test('an urgent call overtakes those that wait', async () => {
  const platform = await openPlatform();
  const care = await platform.connect('applicationManager');
  const order: string[] = [];
  const slow = Array.from({ length: 40 }, (_, index) =>
    care
      .clients({ limit: index + 1 }, { priority: 'bulk' })
      .first()
      .then(() => order.push('bulk')),
  );
  await care.client({ id: 'EHR-1042' }, { priority: 'interactive' });
  order.push('interactive');
  await Promise.all(slow);

  expect(order.indexOf('interactive')).toBeLessThan(30);
});
