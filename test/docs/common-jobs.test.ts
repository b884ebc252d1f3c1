import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { carePlatform } from '../bench/requests/care-platform.ts';
import { cell, countRequests } from '../bench/requests/count.ts';
import { fewest, titles } from '../bench/requests/expected.ts';
import type { Jobs } from '../bench/requests/jobs.ts';

test('the documentation lists how many requests common jobs take', async () => {
  const page = await readFile(new URL('../../docs/performance.md', import.meta.url), 'utf8');
  const table = page.split('<!-- requests -->')[1]?.split('<!-- /requests -->')[0] ?? '';
  const reported = Object.fromEntries(
    table
      .split('\n')
      .map((line) => line.split('|').map((text) => text.trim()))
      .map(([, job = '', ours = '']) => [job, ours]),
  );
  for (const job of Object.keys(titles) as (keyof Jobs)[]) {
    const count = await countRequests(job, carePlatform);
    expect(count, titles[job]).toMatchObject({ requests: fewest[job], refused: 0 });
    expect(reported).toHaveProperty([titles[job]], cell(count));
  }
});
