import * as z from 'zod/mini';
import type { OpenChoice } from './choice.js';

/** A choice in a response. Known values are named for the reader, and any text is accepted. */
export function openChoice<Known extends string>(): z.ZodMiniType<OpenChoice<Known>> {
  return z.string();
}
