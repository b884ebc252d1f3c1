import { isJsonObject, type JsonObject } from '../http/json.js';

/** Lays new values over settings, objects part by part. Refuses names and kinds of values that no setting has. */
export function mergeSettings(settings: object, changes: JsonObject): void {
  check(settings, changes, []);
  merge(settings, changes);
}

/** Free to hold any names. */
const OPEN = ['rootLinks', 'foreignLinks', 'exportNames'];

function check(settings: object, changes: JsonObject, place: readonly string[]): void {
  for (const [name, value] of Object.entries(changes)) {
    const path = [...place, name];
    if (!Object.hasOwn(settings, name)) {
      throw new Error(`There is no setting \`${path.join('.')}\`. There are: ${Object.keys(settings).join(', ')}.`);
    }
    const present: unknown = Reflect.get(settings, name);
    if (isJsonObject(present) && isJsonObject(value)) {
      if (!OPEN.includes(name)) check(present, value, path);
    } else if (present !== null && value !== null && typeof present !== typeof value) {
      throw new Error(`The setting \`${path.join('.')}\` is a ${typeof present}, not a ${typeof value}.`);
    }
  }
}

function merge(target: object, changes: JsonObject): void {
  for (const [name, value] of Object.entries(changes)) {
    const present: unknown = Reflect.get(target, name);
    if (isJsonObject(present) && isJsonObject(value)) merge(present, value);
    else Reflect.set(target, name, value);
  }
}
