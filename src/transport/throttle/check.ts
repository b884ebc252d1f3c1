import { hasMethod } from '../../runtime/shape.js';
import { numberFrom, type OptionChecks, optionsOf, takeOptions, wholeNumber } from '../../values/options.js';
import type { Throttle } from './interface.js';
import type { ThrottleOptions } from './options.js';
import { refuseThrottle, throttleMethods } from './shared-throttle.js';

const minRate = 0.01;
const maxLimit = 1000;

const limitChecks: OptionChecks<ThrottleOptions> = {
  requestsPerSecond: numberFrom(minRate, maxLimit),
  burst: wholeNumber(1, maxLimit),
  connections: wholeNumber(1, maxLimit),
};

/** Throws an InputError for an option that is unknown or out of bounds. */
export function checkThrottleOptions(throttle: ThrottleOptions): void {
  takeOptions('options', { throttle }, { throttle: optionsOf(limitChecks) });
}

/** Rejects a throttle early that would fail later, when its missing method is called. */
export function checkThrottle(throttle: Throttle): void {
  const missing = throttleMethods.filter((name) => !hasMethod(throttle, name));
  if (missing.length > 0)
    refuseThrottle(`Must have the methods ${throttleMethods.join(', ')}; missing: ${missing.join(', ')}.`);
}
