import { inputMissing, type Problem } from '../world/failure.js';
import { emptyRecord, type Json, type JsonObject } from '../world/json.js';
import type { Settings } from '../world/settings.js';
import type { World } from '../world/world.js';
import { namesWithoutEffect, problemsOf, type ValueType } from './value-type.js';

interface FieldRules {
  /** Whether the settings enable the field. Default: always. */
  readonly enabled?: (settings: Settings) => boolean;
}

/** Shown, never read: it is ignored when sent. */
interface ReadOnlyField extends FieldRules {
  readonly name: string;
  readonly readOnly: true;
}

interface InputField<Name extends string, T> extends FieldRules {
  readonly name: Name;
  readonly type: ValueType<NonNullable<T>>;
  /**
   * Whether it must be sent on create, and may never be `null`. A function is for a setting that counts on create only.
   * A field whose shape has no `null` must be required, so a value that was read needs no second check.
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
 * The fields of one resource kind, in the documented order. `Shape` names the writable fields and their values, with
 * `null` for optional ones.
 */
export type FieldTable<Shape> = readonly (ReadOnlyField | InputFields<Shape>)[];

/** The fields that a request sent. A missing key was not sent, `null` resets the field. */
export type Sent<Shape> = Partial<Shape>;

export interface FieldsReading<Shape> {
  readonly sent: Sent<Shape>;
  readonly problems: readonly Problem[];
  /** Names in the request that have no effect: unknown, read-only or disabled fields, and members of fields. */
  readonly ignored: readonly string[];
}

/** `create` insists on required fields. `modify` takes any subset. */
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
  const nested: string[] = [];
  const taken = new Set<string>();
  for (const field of table) {
    if ('readOnly' in field || field.enabled?.(world.settings) === false) continue;
    taken.add(field.name);
    const required =
      typeof field.required === 'function'
        ? mode === 'create' && field.required(world.settings)
        : field.required === true;
    const value = Object.hasOwn(body, field.name) ? body[field.name] : undefined;
    if (value === undefined) {
      if (required && mode === 'create') problems.push({ name: field.name, message: inputMissing });
    } else if (value === null || (required && isBlank(value))) {
      // Undocumented: the message for null, and that a blank text is no valid value.
      if (required) problems.push({ name: field.name, message: inputMissing });
      else sent[field.name] = null;
    } else {
      const reading = field.type.read(value, world);
      if ('problem' in reading) {
        problems.push(...problemsOf(reading).map((message) => ({ name: field.name, message })));
      } else {
        sent[field.name] = reading.value;
        nested.push(...namesWithoutEffect(reading).map((way) => `${field.name}${way}`));
      }
    }
  }
  const ignored = [...Object.keys(body).filter((name) => !taken.has(name)), ...nested];
  return { sent: sent as Sent<Shape>, problems, ignored };
}

/** The fields of a resource in the order of its table. Disabled fields are left out, missing values are `null`. */
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
