import { isJsonObject, type JsonObject } from '../http/json.js';
import type { Settings } from '../settings.js';

type Choices = {
  [Name in keyof Settings as Settings[Name] extends string
    ? string extends Settings[Name]
      ? never
      : Name
    : never]: readonly Settings[Name][];
};
type Nullable = { [Name in keyof Settings as null extends Settings[Name] ? Name : never]: string };

/** Lays new values over settings, objects part by part. Refuses names and values that no setting has. */
export function mergeSettings(settings: object, changes: JsonObject): void {
  check(settings, changes, []);
  merge(settings, changes);
}

/** Free to hold any names. */
const OPEN = ['rootLinks', 'foreignLinks', 'exportNames'];

/** The only values of some. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  patchAnswer: ['204', '200-empty', '200-body'],
  totals: ['number', 'null'],
  changeType: ['plural', 'singular'],
} satisfies Choices;

/** What those are that may be `null`: it cannot be told from their value. */
const NULLABLE: Readonly<Record<string, string>> = {
  mode: 'a string',
  warning: 'a string',
  webUrl: 'a string',
  limitCap: 'an object',
  maxBodyBytes: 'a number',
  exportQueuedFor: 'a number',
  exportRunsFor: 'a number',
} satisfies Nullable;

function check(settings: object, changes: JsonObject, place: readonly string[]): void {
  for (const [name, value] of Object.entries(changes)) {
    const path = [...place, name].join('.');
    if (!Object.hasOwn(settings, name)) {
      throw new Error(`There is no setting \`${path}\`. There are: ${Object.keys(settings).join(', ')}.`);
    }
    const choices = CHOICES[name];
    if (choices?.some((one) => one === value) === false) {
      throw new Error(`The setting \`${path}\` is one of ${choices.join(', ')}, not ${JSON.stringify(value)}.`);
    }
    const present: unknown = Reflect.get(settings, name);
    const nullable = Object.hasOwn(NULLABLE, name);
    const kind = NULLABLE[name] ?? kindOf(present);
    if (kindOf(value) !== kind && !(nullable && value === null)) {
      throw new Error(`The setting \`${path}\` is ${kind}${nullable ? ' or null' : ''}, not ${kindOf(value)}.`);
    }
    if (isJsonObject(present) && isJsonObject(value) && !OPEN.includes(name)) check(present, value, [...place, name]);
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function merge(target: object, changes: JsonObject): void {
  for (const [name, value] of Object.entries(changes)) {
    const present: unknown = Reflect.get(target, name);
    if (isJsonObject(present) && isJsonObject(value)) merge(present, value);
    else Reflect.set(target, name, value);
  }
}
