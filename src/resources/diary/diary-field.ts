import * as z from 'zod/mini';
import type { ProblemCode } from '../../errors.js';
import { isInexact } from '../../hypermedia/inexact-numbers.js';
import { customCode, missingMessage } from '../../hypermedia/input.js';
import { anyValue } from '../../hypermedia/schema.js';
import type { OpenChoice } from '../../values/choice.js';
import { inlineFileInput, isInlineFile } from '../../values/file.js';
import { isFileBytes } from '../../values/file-bytes.js';
import { refine } from '../../values/refine.js';

/** One field of a diary schema. */
export interface DiaryField {
  /** Name of the attribute in entries. */
  readonly name: string;
  /** Plain text. */
  readonly title: string;
  /** `text`, `image`, `choice`, `integer`, or a value of a later release. */
  readonly type: OpenChoice<'text' | 'image' | 'choice' | 'integer'>;
  /** Absent means `false`. */
  readonly required?: boolean;
  /** Initial value for a form. Neither this package nor the platform fills it in. */
  readonly default?: unknown;
  /** Smallest valid `integer`. */
  readonly min?: number;
  /** Largest valid `integer`. */
  readonly max?: number;
  /** Suggested form control: `slider`. */
  readonly widget?: OpenChoice<'slider'>;
  /** Plain text. */
  readonly description?: string;
  /** Valid values of a `choice`. */
  readonly choices?: readonly DiaryChoice[];
}

/** One valid value of a field of type `choice`. */
export interface DiaryChoice {
  /** Name of one of the schema's `resources`; `schema.icon(choice)` finds it. */
  readonly icon?: string | null;
  /** Name to show to users. */
  readonly name: string;
  /** Value for the entry. */
  readonly value: string;
}

/**
 * Checks the value of a field. Messages are the platform's own, or ours if the platform has none. For a field type that this
 * package does not know, any value passes: the platform decides.
 */
export function fieldSchema(field: DiaryField, changes: boolean): z.ZodMiniType {
  const value = valueSchema(field);
  if (field.required !== true) return z.optional(z.nullable(value));
  return changes ? z.optional(value) : value;
}

function valueSchema(field: DiaryField): z.ZodMiniType {
  switch (field.type) {
    case 'text':
      return z.string(errorFor('Must be transferred as string.'));
    case 'choice': {
      const values = choicesOf(field).map((choice) => choice.value);
      if (values.length === 0) return z.string(errorFor('Unknown value.'));
      const isChoice = (value: unknown) => values.some((choice) => choice === value);
      return anyValue.check(aValue, refine(isChoice, 'Unknown value.', 'unknown-value'));
    }
    case 'integer': {
      const { min, max } = boundsOf(field);
      const message = `Must be a whole number${min === undefined ? '' : ` from ${min}`}${max === undefined ? '' : ` up to ${max}`}.`;
      const fits = (value: number) => value >= (min ?? value) && value <= (max ?? value);
      return z.number(errorFor(message)).check(
        refine((value) => Number.isSafeInteger(value), message, 'wrong-type', true),
        refine(fits, message, 'out-of-range'),
      );
    }
    case 'image':
      return anyValue.check(
        aValue,
        refine((value) => isInlineFile(value) || isFileBytes(value), notAFile, 'wrong-type', true),
        ({ value, issues }) => {
          const { error } = isInlineFile(value) ? inlineFileInput.safeParse(value) : {};
          issues.push(...((error?.issues ?? []) as typeof issues));
        },
      );
    default:
      return anyValue.check(
        aValue,
        refine(
          (value) => typeof value !== 'number' || !isInexact(value),
          'Is beyond 2^53, so it cannot be sent exactly.',
          'out-of-range',
        ),
      );
  }
}

const aValue = refine((value) => value != null, missingMessage, 'required', true);

const notAFile = 'Must be an inline file, a Blob, a File or bytes, not a file reference that was read.';

const errorFor = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input == null ? missingMessage : message),
});

const codes: { readonly [code in z.core.$ZodIssue['code']]?: ProblemCode } = {
  invalid_type: 'wrong-type',
  invalid_value: 'unknown-value',
};

/** The code of an issue of a field or an entry. */
export function problemCode(issue: z.core.$ZodIssue): ProblemCode {
  if (issue.message === missingMessage) return 'required';
  return codes[issue.code] ?? customCode(issue);
}

/** Ignores bounds that are not numbers: the platform accepts schemas written by hand. */
export function boundsOf({ min, max }: DiaryField): { min?: number; max?: number } {
  return { ...(typeof min === 'number' && { min }), ...(typeof max === 'number' && { max }) };
}

export function choicesOf({ choices }: DiaryField): readonly DiaryChoice[] {
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice?.value === 'string') : [];
}
