import type { RuleResult } from '../../conformance/index.js';

/** A rule that was checked. */
export interface TimedResult extends RuleResult {
  readonly seconds: number;
}

/** The results as JUnit XML, which CI servers read: a suite for each section. A rule that is not reachable is skipped. */
export function junitXml(results: readonly TimedResult[]): string {
  const sections = [...new Set(results.map(({ rule }) => rule.section))];
  const suites = sections.map((section) => {
    const found = results.filter(({ rule }) => rule.section === section);
    return `  <testsuite${attributes({ name: section, ...totals(found) })}>\n${found.map(testCase).join('')}  </testsuite>\n`;
  });
  const root = attributes({ name: 'care-platform check', ...totals(results) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${root}>\n${suites.join('')}</testsuites>\n`;
}

const elements = { 'not held': 'failure', 'not checked': 'error', 'not reachable': 'skipped' } as const;

function testCase({ rule, outcome, text = '', findings, seconds }: TimedResult): string {
  const { section, id, sentence } = rule;
  const parts = outcome === 'held' ? [] : [`<${elements[outcome]}${attributes({ message: text })}/>`];
  if (findings.length > 0) parts.push(`<system-out>${escapeXml(findings.join('\n'))}</system-out>`);
  const start = attributes({ classname: section, name: `${id}: ${sentence}`, time: seconds.toFixed(3) });
  return `    <testcase${start}>${parts.join('')}</testcase>\n`;
}

function totals(results: readonly TimedResult[]) {
  const count = (wanted: TimedResult['outcome']) => results.filter(({ outcome }) => outcome === wanted).length;
  return {
    tests: results.length,
    failures: count('not held'),
    errors: count('not checked'),
    skipped: count('not reachable'),
    time: results.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(3),
  };
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** XML has no way to write most characters of control. */
function escapeXml(text: string): string {
  return text
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
