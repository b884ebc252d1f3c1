import type { BudgetedThrottle, RequestBudget } from './budget.js';
import { checkThrottleOptions } from './check.js';
import { limitsFrom, type ThrottleOptions } from './options.js';
import { RequestThrottle } from './throttle.js';

/**
 * Creates a throttle that takes its tokens from a budget, which for example many processes share. The throttle holds the
 * queue and the connections, and sets the pace after a 429.
 *
 * @throws InputError for options out of bounds
 */
export function throttleFrom(budget: RequestBudget, options: ThrottleOptions = {}): BudgetedThrottle {
  checkThrottleOptions(options);
  return new RequestThrottle(limitsFrom(options), budget);
}
