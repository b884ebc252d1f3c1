// npm run bench:requests: how many requests common jobs take, counted by the sandbox, beside other ways to do the same.
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { carePlatform } from './requests/care-platform.ts';
import { cell, countRequests } from './requests/count.ts';
import { fewest, titles } from './requests/expected.ts';
import type { Jobs } from './requests/jobs.ts';

if (!existsSync(new URL('peers/node_modules/ketting', import.meta.url))) {
  console.error('The packages to compare with are not installed: npm ci --prefix test/bench/peers');
  process.exit(1);
}
const { byHand } = await import('./peers/ky-jobs.ts');
const { ketting } = await import('./peers/ketting-jobs.ts');
const others: Readonly<Record<string, Jobs>> = { 'by hand with ky': byHand, ketting };

const wrong: string[] = [];
console.log('Requests, and in brackets how many of them were writes:\n');
console.log(`| job | care-platform | ${Object.keys(others).join(' | ')} |`);
console.log(
  `| --- | --: |${Object.keys(others)
    .map(() => ' --: |')
    .join('')}`,
);
for (const job of Object.keys(fewest) as (keyof Jobs)[]) {
  const ours = await countRequests(job, carePlatform);
  if (ours.requests > fewest[job]) wrong.push(`${job} took ${ours.requests} requests instead of ${fewest[job]}.`);
  if (ours.refused > 0) wrong.push(`${ours.refused} requests of ${job} were refused.`);
  const cells = [cell(ours)];
  for (const [name, jobs] of Object.entries(others)) {
    const theirs = await countRequests(job, jobs);
    if (theirs.refused > 0) wrong.push(`${theirs.refused} requests of ${job}, ${name}, were refused.`);
    if (!isDeepStrictEqual(theirs.result, ours.result)) wrong.push(`${job}, ${name}, did not come to the same.`);
    cells.push(cell(theirs));
  }
  console.log(`| ${titles[job]} | ${cells.join(' | ')} |`);
}
for (const line of wrong) console.error(line);
process.exitCode = wrong.length === 0 ? 0 : 1;
