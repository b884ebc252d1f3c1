import * as z from 'zod/mini';
import { isDate } from '../runtime/shape.js';
import { refine } from './refine.js';

/**
 * The platform writes `yyyy-mm-ddTHH:MM:SS` in UTC. JavaScript reads such a text as local time, so the zone is added here. A
 * fraction or a `Z`, which a later release might send, is accepted too.
 */
const wireForm = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?)Z?$/;

/** `undefined` if the text is no date with time. */
export function parseDateTime(text: string): Date | undefined {
  const found = wireForm.exec(text)?.[1];
  if (found === undefined) return undefined;
  const date = new Date(`${found}Z`);
  // A 30th of February would be read as the 1st of March.
  return !Number.isNaN(date.getTime()) && formatDateTime(date) === found.slice(0, 19) ? date : undefined;
}

/**
 * Truncated to seconds, not rounded, as the platform truncates stored dates. The platform recognises an entry that is sent
 * twice only if both have the same second.
 */
export function formatDateTime(date: Date): string {
  return date.toISOString().slice(0, 19);
}

/** A date with time in a response. */
export const dateTime: z.ZodMiniType<Date> = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const date = parseDateTime(text);
    if (date !== undefined) return date;
    context.issues.push({ code: 'custom', message: 'Not a date with time (yyyy-mm-ddTHH:MM:SS).', input: '' });
    return z.NEVER;
  }),
);

// By hand, since `z.date` would enlarge the first load.
const sentDateTime = z.transform((date: unknown, { issues }) => {
  if (isDate(date) && !Number.isNaN(date.getTime())) return formatDateTime(date);
  issues.push({ code: 'invalid_type', expected: 'date', input: date });
  return z.NEVER;
});

/** A date with time to send. Years that the platform's form cannot write are rejected. */
export const dateTimeInput = sentDateTime.check(
  refine((text) => /^\d{4}-/.test(text), 'The year must have four digits.', 'out-of-range'),
) as z.ZodMiniType as z.ZodMiniType<string, Date>;

/** A date without time stays a text: as an instant it would shift by a day in some zones. */
export const dateInput: z.ZodMiniType<string> = z
  .string()
  .check(refine((text) => parseDateTime(`${text}T00:00:00`) !== undefined, 'Not a date (yyyy-mm-dd).'));
