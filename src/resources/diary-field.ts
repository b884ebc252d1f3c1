import * as z from 'zod/mini';
import type { OpenChoice } from '../values/choice.js';
import { isInlineFile } from '../values/file.js';
import { isFileBytes } from '../values/file-bytes.js';

/** One field of a diary schema. */
export interface DiaryField {
  /** The attribute of an entry that holds its value. */
  readonly name: string;
  /** Plain text. */
  readonly title: string;
  /** `text`, `image`, `choice`, `integer`, or a word of a later release. */
  readonly type: OpenChoice<'text' | 'image' | 'choice' | 'integer'>;
  /** Absent means no. */
  readonly required?: boolean;
  /** To fill a form with: neither this package nor the platform fills it in. */
  readonly default?: unknown;
  /** Belongs to the field's values. */
  readonly min?: number;
  /** Belongs to the field's values. */
  readonly max?: number;
  /** How a form may show it: `slider`. */
  readonly widget?: OpenChoice<'slider'>;
  /** Plain text. */
  readonly description?: string;
  /** What a `choice` takes. */
  readonly choices?: readonly DiaryChoice[];
}

/** One value that a field of type `choice` takes. */
export interface DiaryChoice {
  /** Name of one of the schema's `resources`; `schema.icon(choice)` finds it. */
  readonly icon?: string | null;
  /** For people. */
  readonly name: string;
  /** For the entry. */
  readonly value: string;
}

export const missingField = 'Required input is missing.';

/**
 * What a field takes, with the platform's own words for what it does not take; where the platform shows none, ours. Of a
 * type that this package does not know anything is taken: the platform decides.
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
      return values.length > 0 ? z.enum(values, errorFor('Unknown value.')) : z.string(errorFor('Unknown value.'));
    }
    case 'integer': {
      const { min, max } = boundsOf(field);
      const message = `Must be a whole number${min === undefined ? '' : ` from ${min}`}${max === undefined ? '' : ` up to ${max}`}.`;
      const fits = (value: number) => Number.isSafeInteger(value) && value >= (min ?? value) && value <= (max ?? value);
      return z.number(errorFor(message)).check(z.refine(fits, message));
    }
    case 'image':
      return z.custom((value) => isInlineFile(value) || isFileBytes(value), errorFor(notAFile));
    default:
      return z.custom((value) => value != null, missingField);
  }
}

const notAFile = 'Must be an inline file, a Blob, a File or bytes; a file reference that was read is none.';

const errorFor = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input == null ? missingField : message),
});

/** What is written there by hand on the platform may be anything. */
export function boundsOf({ min, max }: DiaryField): { min?: number; max?: number } {
  return { ...(typeof min === 'number' && { min }), ...(typeof max === 'number' && { max }) };
}

export function choicesOf({ choices }: DiaryField): readonly DiaryChoice[] {
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice?.value === 'string') : [];
}
