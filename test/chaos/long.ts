// `npm run test:chaos`: the long form of each scenario, its figures as a table. `npm run test:chaos -- <seed>` for another
// seed than 1, and `-- <seed> <scenario>` for one of them alone.
import { runChaos } from './child.js';

const scenarios = [
  ['creating', 1000, 'Creates while their responses are lost, refused or late'],
  ['colliding', 250, 'Creates whose place is taken, their first responses lost'],
  ['once', 250, 'Writes that must never be sent twice'],
  ['mixed', 10_000, 'All kinds of calls under all kinds of faults'],
  ['oneSignal', 100_000, 'Calls on one long-lived signal'],
] as const;

const [, , seed = '1', only] = process.argv;
for (const [scenario, count, title] of scenarios) {
  if (only !== undefined && only !== scenario) continue;
  const { figures, broken } = await runChaos(scenario, count, {
    seed: Number(seed),
    limit: 20 * 60_000,
    isMeasured: true,
  });
  console.log(`\n${title} (${scenario}, ${count}, seed ${seed})\n`);
  const widest = Math.max(0, ...figures.map(([name]) => name.length));
  for (const [name, value] of figures) console.log(`  ${name.padEnd(widest)}  ${value}`);
  for (const sentence of broken) console.log(`  BROKEN: ${sentence}`);
  if (broken.length > 0) process.exitCode = 1;
}
