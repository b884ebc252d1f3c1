import { inputMissing, type Problem } from '../world/failure.js';
import { emptyRecord, type Json, type JsonObject } from '../world/json.js';
import type { Settings } from '../world/settings.js';
import type { World } from '../world/world.js';
import { problemsOf, type ValueType } from './value-type.js';

interface FieldRules {
  /** VAL-24: Setting-dependent; absent = always there. */
  readonly enabled?: (settings: Settings) => boolean;
}

/** VAL-22: shown, never read; ignored when sent. */
interface ReadOnlyField extends FieldRules {
  readonly name: string;
  readonly readOnly: true;
}

interface InputField<Name extends string, T> extends FieldRules {
  readonly name: Name;
  readonly type: ValueType<NonNullable<T>>;
  /**
   * VAL-15: must be sent on create, and never `null`. A function where a setting decides. A field whose shape has no
   * `null` must be required, so what was read needs no second look.
   */
  readonly required: null extends T ? boolean | ((settings: Settings) => boolean) | undefined : true;
}

type Optional<Field extends { required: unknown }> = undefined extends Field['required']
  ? Omit<Field, 'required'> & Partial<Pick<Field, 'required'>>
  : Field;

type InputFields<Shape> = {
  [Name in keyof Shape & string]: Optional<InputField<Name, Shape[Name]>>;
}[keyof Shape & string];

/**
 * The fields of one resource kind, in the order of the document. `Shape` names the writable ones and their values,
 * with `null` for those that can be missing.
 */
export type FieldTable<Shape> = readonly (ReadOnlyField | InputFields<Shape>)[];

/** What was sent: a missing key was not sent, `null` resets (VAL-21). */
export type Sent<Shape> = Partial<Shape>;

export interface FieldsReading<Shape> {
  readonly sent: Sent<Shape>;
  readonly problems: readonly Problem[];
  /** Sent names that have no effect: unknown, read-only or not enabled (REQ-16, VAL-22, VAL-25). */
  readonly ignored: readonly string[];
}

/** `create` insists on required fields; `modify` takes any subset (VAL-16). */
export type ReadMode = 'create' | 'modify';

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

export function readFields<Shape>(
  table: FieldTable<Shape>,
  body: JsonObject,
  mode: ReadMode,
  world: World,
): FieldsReading<Shape> {
  const sent = emptyRecord<unknown>();
  const problems: Problem[] = [];
  const taken = new Set(['@type']);
  for (const field of table) {
    if ('readOnly' in field || field.enabled?.(world.settings) === false) continue;
    taken.add(field.name);
    const required = typeof field.required === 'function' ? field.required(world.settings) : field.required === true;
    const value = Object.hasOwn(body, field.name) ? body[field.name] : undefined;
    if (value === undefined) {
      if (required && mode === 'create') problems.push({ name: field.name, message: inputMissing });
    } else if (value === null || (required && isBlank(value))) {
      // VAL-17: the message for null, and that a blank text is no valid value, are ours.
      if (required) problems.push({ name: field.name, message: inputMissing });
      else sent[field.name] = null;
    } else {
      const reading = field.type.read(value, world);
      if ('problem' in reading) {
        problems.push(...problemsOf(reading).map((message) => ({ name: field.name, message })));
      } else sent[field.name] = reading.value;
    }
  }
  const ignored = Object.keys(body).filter((name) => !taken.has(name));
  return { sent: sent as Sent<Shape>, problems, ignored };
}

/** The fields of a resource in the order of its table: disabled ones left out (VAL-24), missing ones `null` (VAL-19). */
export function showFields<Shape>(
  table: FieldTable<Shape>,
  settings: Settings,
  values: Readonly<Record<string, Json>>,
  hidden: readonly string[] = [],
): Record<string, Json> {
  const shown: Record<string, Json> = {};
  for (const field of table) {
    if (field.enabled?.(settings) === false || hidden.includes(field.name)) continue;
    shown[field.name] = values[field.name] ?? null;
  }
  return shown;
}
