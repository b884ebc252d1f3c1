import { basename } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints which rules hold, section by section, every one that does not or could not be looked at, and findings. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const totals = { held: 0, 'not held': 0, 'not reachable': 0 };
    console.log(`\n${'section'.padEnd(44)}  held  not held  not reachable`);
    for (const module of [...modules].sort((a, b) => a.moduleId.localeCompare(b.moduleId, 'en', { numeric: true }))) {
      const counts = { held: 0, 'not held': 0, 'not reachable': 0 };
      for (const test of module.children.allTests()) {
        const outcome = outcomeOf(test);
        counts[outcome] += 1;
        totals[outcome] += 1;
      }
      row(basename(module.moduleId, '.test.ts'), counts);
      for (const error of module.errors()) console.log(`  could not be run: ${error.message}`);
    }
    row('all', totals);
    for (const module of modules) for (const test of module.children.allTests()) explain(test);
  }
}

type Outcome = 'held' | 'not held' | 'not reachable';

function outcomeOf(test: TestCase): Outcome {
  const { state } = test.result();
  return state === 'passed' ? 'held' : state === 'skipped' ? 'not reachable' : 'not held';
}

function row(name: string, counts: Record<Outcome, number>): void {
  const cells = [
    String(counts.held).padStart(4),
    String(counts['not held']).padStart(8),
    String(counts['not reachable']).padStart(13),
  ];
  console.log(`${name.padEnd(44)}  ${cells.join('  ')}`);
}

function explain(test: TestCase): void {
  const result = test.result();
  for (const { message } of test.annotations()) console.log(`found: ${message}`);
  if (result.state === 'failed') {
    console.log(`\nnot held: ${test.name}\n  ${result.errors.map((error) => error.message).join('\n  ')}`);
  }
  if (result.state === 'skipped' && result.note !== undefined && result.note !== 'needs the sandbox') {
    console.log(`not reachable: ${test.name} (${result.note})`);
  }
}
