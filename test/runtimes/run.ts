// npm run test:runtimes: the suite on every runtime, against the sandbox over HTTP. Prints the table that docs/runtimes.md has and
// fails where they part or a step failed; `--update` writes it there.
import { buildBundles } from './bundles.ts';
import { commandFailures } from './command.ts';
import { smokePlatform } from './platform.ts';
import { nodes, type Runtime, runtimes, versionOf } from './runtimes.ts';
import { steps } from './smoke.ts';
import { inReadme, type Row, tableOf, writeToReadme } from './table.ts';

const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const chosen = runtimes.filter(({ name }) => only.length === 0 || only.some((part) => name.startsWith(part)));
const bundles = await buildBundles();
const failures: string[] = [];

interface Outcome {
  readonly row: Row;
  readonly failed: readonly string[];
}

async function outcomeOf(runtime: Runtime, version: string): Promise<Outcome> {
  await using platform = await smokePlatform(runtime);
  const { report, ends } = await runtime.run(platform.task, bundles);
  const { refused, highestConnections } = platform.stats();
  // One is refused for the sake of the suite.
  const sockets = refused === 1 && highestConnections <= 20;
  const failed = [
    ...steps.filter((step) => report[step] !== '').map((step) => `${step}: ${report[step]}`),
    ...(sockets ? [] : [`sockets: ${highestConnections}, refused ${refused}`]),
    ...(ends === false ? ['ends: not by itself'] : []),
  ];
  const tick = (holds: boolean) => (holds ? '✓' : '✗');
  const row = [
    runtime.name,
    version.split('.')[0] ?? '',
    ...steps.map((step) => tick(report[step] === '')),
    tick(sockets),
    ends === undefined ? '–' : tick(ends),
  ];
  return { row, failed };
}

/** On a machine as busy as CI's, requests that were sent apart may arrive together: rates are measured up to three times. */
async function rowOf(runtime: Runtime): Promise<Row> {
  const version = runtime.version();
  let outcome = await outcomeOf(runtime, version);
  for (let again = 0; again < 2 && isOfRate(outcome); again++) outcome = await outcomeOf(runtime, version);
  failures.push(...outcome.failed.map((failure) => `${runtime.name} ${version}, ${failure}`));
  return outcome.row;
}

function isOfRate({ failed }: Outcome): boolean {
  return failed.length > 0 && failed.every((failure) => /^(throttle|sockets): .*refused/.test(failure));
}

try {
  const rows: Row[] = [];
  for (const runtime of chosen) rows.push(await rowOf(runtime));
  if (chosen.some(({ name }) => name === 'Node')) {
    for (const node of nodes) failures.push(...(await commandFailures(node, versionOf(node), bundles)));
  }
  const table = tableOf(rows);
  process.stdout.write(table);
  if (only.length === 0 && process.argv.includes('--update')) await writeToReadme(table);
  else if (only.length === 0 && (await inReadme()) !== table) {
    failures.push('docs/runtimes.md has another table: npm run test:runtimes -- --update writes it.');
  }
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  bundles.remove();
}
