import { applicationRules } from './rules/application.js';
import { clientRules } from './rules/clients.js';
import { containerRules } from './rules/containers.js';
import { diaryRules } from './rules/diaries.js';
import { listRules } from './rules/lists.js';
import { logRules } from './rules/logs.js';
import { planningRules } from './rules/planning.js';
import { requestRules } from './rules/requests.js';
import { wholeListRules } from './rules/whole-lists.js';

export { checkRule, type RuleOutcome, type RuleResult } from './check-rule.js';
export { findListLimits } from './list-limits.js';
export { openReading, type Reading } from './reading.js';
export type { ReadingRule } from './rule.js';
export { WireTap } from './wire-tap.js';

const compare = (left: string, right: string) => left.localeCompare(right, 'en', { numeric: true });

/** All rules that reading alone can show, in the order of their sections. */
export const readingRules = [
  ...requestRules,
  ...applicationRules,
  ...clientRules,
  ...wholeListRules,
  ...logRules,
  ...containerRules,
  ...diaryRules,
  ...listRules,
  ...planningRules,
].toSorted((left, right) => compare(left.section, right.section) || compare(left.id, right.id));
