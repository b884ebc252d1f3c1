import type { Fault } from '../http/faults/fault.js';
import { checkFault, faultError } from '../http/faults/fault-check.js';
import { isJsonObject, type JsonObject } from '../world/json.js';

/** Reads faults from JSON. `pathPattern` is the source of a regular expression. */
export function faultsFrom(value: unknown): Fault[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((fault) => {
    if (!isJsonObject(fault)) throw new Error('A fault must be an object such as {"kind": "drop", "when": "after"}.');
    return faultFrom(fault);
  });
}

function faultFrom(given: JsonObject): Fault {
  checkFault(given, ['pathPattern']);
  const { pathPattern, ...fault } = given as Fault & { pathPattern?: unknown };
  if (pathPattern === undefined) return fault;
  if ('path' in fault) throw faultError(fault.kind, 'takes `path` or `pathPattern`, not both');
  if (typeof pathPattern !== 'string') throw faultError(fault.kind, 'takes a text as `pathPattern`');
  try {
    return { ...fault, path: new RegExp(pathPattern) };
  } catch {
    throw faultError(fault.kind, 'takes a regular expression as `pathPattern`');
  }
}
