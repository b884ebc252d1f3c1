import type { ReadingRule, RuleOutcome, RuleResult } from '../../conformance/index.js';
import type { Shell } from '../frame/shell.js';
import { describeMachine } from '../frame/version.js';
import { jsonText } from '../output/list-printer.js';
import { Table } from '../output/table.js';
import type { CheckArguments } from './check-arguments.js';

/** Prints results as they come, or all together. */
export interface ReportPrinter {
  add(result: RuleResult): Promise<void>;
  end(results: readonly RuleResult[]): Promise<void>;
}

const outcomeColours = { held: 'green', 'not held': 'red', 'not reachable': 'gray', 'not checked': 'yellow' } as const;
const outcomes = Object.keys(outcomeColours) as RuleOutcome[];

export function reportPrinter(
  rules: readonly ReadingRule[],
  { json, junit }: CheckArguments,
  shell: Shell,
): ReportPrinter {
  if (junit === '-') return { add: async () => undefined, end: async () => undefined };
  if (json) return jsonReport(shell);
  return shell.isTerminal ? tableReport(rules, shell) : lineReport(shell);
}

function jsonReport(shell: Shell): ReportPrinter {
  return {
    add: async () => undefined,
    end(results) {
      const rules = results.map(({ rule: { section, id, sentence }, outcome, text, findings }) => {
        return { section, id, sentence, outcome, ...(text !== undefined && { text }), findings };
      });
      return shell.write(`${jsonText({ ...describeMachine(), counts: countOutcomes(results), rules }, shell)}\n`);
    },
  };
}

/** For a pipe: the outcome, the ids, the rule, and what was found. */
function lineReport(shell: Shell): ReportPrinter {
  return {
    add: ({ outcome, rule: { id, sentence }, text, findings }) =>
      shell.write(`${[outcome, id, sentence, text ?? findings.join('; ')].join('\t')}\n`),
    end: async () => undefined,
  };
}

function tableReport(rules: readonly ReadingRule[], shell: Shell): ReportPrinter {
  const expected = rules.map(({ id, sentence }) => ['not reachable', id, sentence]);
  const table = new Table(shell, ['outcome', 'rule', 'sentence'], expected);
  return {
    add({ outcome, rule: { id, sentence } }) {
      const lines = table.lines([[outcome, id, sentence]]);
      const at = lines.lastIndexOf(outcome);
      return shell.write(
        lines.slice(0, at) + shell.style(outcomeColours[outcome], outcome) + lines.slice(at + outcome.length),
      );
    },
    async end(results) {
      await shell.write(results.map(explainResult).join(''));
      const counts = Object.entries(countOutcomes(results)).filter(([, count]) => count > 0);
      shell.note(`\n${counts.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}.`);
    },
  };
}

function explainResult({ rule: { id, sentence }, outcome, text, findings }: RuleResult): string {
  const lines = findings.map((finding) => `found: ${finding}\n`);
  if (outcome === 'held') return lines.join('');
  return `${lines.join('')}\n${outcome}: ${id}: ${sentence}\n  ${text}\n`;
}

function countOutcomes(results: readonly RuleResult[]): Record<string, number> {
  const count = (outcome: RuleOutcome) => results.filter((result) => result.outcome === outcome).length;
  return Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)]));
}
