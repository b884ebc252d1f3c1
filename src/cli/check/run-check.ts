import { access, constants, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  checkRule,
  openReading,
  type Reading,
  type ReadingRule,
  type RuleResult,
  WireTap,
} from '../../conformance/index.js';
import { withConnection } from '../connection/connect.js';
import { exitCodeOf, exitCodes, UsageError } from '../frame/exit-codes.js';
import type { Shell } from '../frame/shell.js';
import { formatOf } from '../output/format.js';
import { listPrinter } from '../output/list-printer.js';
import type { CheckArguments } from './check-arguments.js';
import { junitXml, type TimedResult } from './junit.js';
import { reportPrinter } from './report.js';
import { selectRules } from './rule-names.js';

/** Without a connection, each of many rules would wait for its own time limits. */
const mostFailuresInARow = 2;

export async function listRules(options: CheckArguments, shell: Shell): Promise<void> {
  const printer = listPrinter(formatOf(options, shell), ['section', 'id', 'sentence'], shell);
  await printer.add(selectRules(options.only).map(({ section, id, sentence }) => ({ section, id, sentence })));
  await printer.end();
}

/** Checks the rules one after the other, prints the results, and sets the exit code. */
export async function runCheck(options: CheckArguments, shell: Shell): Promise<void> {
  const rules = selectRules(options.only);
  const { junit } = options;
  if (junit !== undefined && junit !== '-') await checkFolder(junit);
  const printer = reportPrinter(rules, options, shell);
  const results: TimedResult[] = [];
  const tap = new WireTap();
  const check = async (reading: Reading) => {
    for (const rule of rules) {
      if (!shell.isTerminal) shell.showProgress(`${results.length + 1} of ${rules.length}: ${rule.id}`);
      const result = await checkInTurn(rule, reading, results);
      shell.signal.throwIfAborted();
      results.push(result);
      await printer.add(result);
    }
  };
  await withConnection(
    options,
    shell,
    async (care) => {
      // Otherwise a misspelt id would make most rules not reachable.
      if (options.client !== undefined) await care.client({ id: options.client });
      await check(openReading(care, tap, options.client));
    },
    tap.fetch,
  );
  await printer.end(results);
  if (junit === '-') await shell.write(junitXml(results));
  else if (junit !== undefined) await writeFile(junit, junitXml(results));
  process.exitCode = exitCodeFor(results);
}

async function checkInTurn(rule: ReadingRule, reading: Reading, before: readonly TimedResult[]): Promise<TimedResult> {
  const failure = failureOfConnection(before);
  if (failure !== undefined) {
    return { rule, outcome: 'not checked', text: 'The connection failed before.', findings: [], failure, seconds: 0 };
  }
  const start = performance.now();
  const first = await checkRule(rule, reading);
  // What others write between two requests can look like a broken rule. It would not do so twice.
  const result = first.outcome === 'not held' ? await checkRule(rule, reading) : first;
  return { ...result, seconds: (performance.now() - start) / 1000 };
}

/** The failure of the last rules, if the connection failed for each of them. */
function failureOfConnection(before: readonly TimedResult[]): RuleResult['failure'] {
  const last = before.slice(-mostFailuresInARow);
  const isLost = last.every(({ failure }) => failure !== undefined && exitCodeOf(failure) === exitCodes.noConnection);
  return last.length === mostFailuresInARow && isLost ? last[0]?.failure : undefined;
}

function exitCodeFor(results: readonly RuleResult[]): number {
  if (results.some(({ outcome }) => outcome === 'not held')) return exitCodes.failure;
  const failure = results.find((result) => result.failure !== undefined)?.failure;
  return failure === undefined ? exitCodes.success : exitCodeOf(failure);
}

/** Before the check, which takes a while. */
async function checkFolder(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`--junit cannot write ${file} (${code}).`);
  });
}
