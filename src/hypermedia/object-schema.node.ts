import * as z from 'zod/mini';
import { inNode } from '../runtime/globals.js';

/**
 * As in `object-schema.ts`. zod compiles the fields to a function when they are first read: a list then takes half of zod's time.
 * A bundler may put the CommonJS build into a page, where the attempt to compile would be reported as an offence.
 */
export function objectSchema(shape: z.core.$ZodShape): z.core.$ZodType {
  return inNode() ? new z.core.$ZodObjectJIT({ type: 'object', shape }) : z.object(shape);
}
