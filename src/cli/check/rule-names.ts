import { type ReadingRule, readingRules } from '../../conformance/index.js';
import { UsageError } from '../frame/exit-codes.js';

/** The rules that `--only` names, by a section such as `2.9`, with those below it, or by an id such as `ROOT-1`. */
export function selectRules(only: readonly string[]): readonly ReadingRule[] {
  for (const given of only) {
    if (readingRules.some((rule) => isNamed(rule, given))) continue;
    throw new UsageError(`There is no section or rule '${given}'. care-platform check --list names them.`);
  }
  return only.length === 0 ? readingRules : readingRules.filter((rule) => only.some((given) => isNamed(rule, given)));
}

/** What `--only` takes: sections by their numbers, and ids. */
export function ruleNames(): string[] {
  return [...new Set([...readingRules.map(sectionNumber), ...readingRules.flatMap(ruleIds)])];
}

function isNamed(rule: ReadingRule, given: string): boolean {
  const number = sectionNumber(rule);
  if (given === rule.section || given === number || number.startsWith(`${given}.`)) return true;
  return ruleIds(rule).includes(given.toUpperCase());
}

function sectionNumber({ section }: ReadingRule): string {
  return section.replace(/-.*$/, '');
}

function ruleIds({ id }: ReadingRule): string[] {
  return id.split(', ');
}
