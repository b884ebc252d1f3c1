import type * as z from 'zod/mini';
import type { ProblemCode } from '../errors.js';

/**
 * Refuses some values of a schema, which passes it to its `check`. By hand, since `z.refine` and `z.custom` would enlarge the
 * first load.
 *
 * @param isFinal whether the checks after it are omitted if it refuses the value
 */
export function refine<Value>(
  accepts: (value: Value) => boolean,
  message: string,
  code?: ProblemCode,
  isFinal = false,
): z.core.CheckFn<Value> {
  return ({ value, issues }) => {
    if (!accepts(value)) issues.push({ code: 'custom', message, input: value, continue: !isFinal, params: { code } });
  };
}
