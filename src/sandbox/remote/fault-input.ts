import type { Fault, PendingFault } from '../http/faults/fault.js';
import { checkFault, faultError } from '../http/faults/fault-check.js';
import type { Faults } from '../http/faults/faults.js';
import { isJsonObject, type JsonObject } from '../world/json.js';

/** Reads faults from JSON. `pathPattern` is the source of a regular expression, `times` is `null` for every request. */
export function faultsFrom(value: unknown): Fault[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((fault) => {
    if (!isJsonObject(fault)) throw new Error('A fault must be an object such as {"kind": "drop", "when": "after"}.');
    return faultFrom(fault);
  });
}

function faultFrom({ times, ...others }: JsonObject): Fault {
  // JSON has no `Infinity`, and writes it as `null`.
  const given = { ...others, times: times === null ? Infinity : times };
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

/** Removes the fault that `?id=` names, or all faults without it. */
export function removeFaults(faults: Faults, query: URLSearchParams): void {
  const unknown = [...query.keys()].find((name) => name !== 'id');
  if (unknown !== undefined) throw new Error(`There is no query parameter ${unknown}. There is: id.`);
  const id = query.get('id');
  if (id === null) {
    faults.clear();
    return;
  }
  if (faults.remove(Number(id))) return;
  const known = faults.pending.map((fault) => fault.id).join(', ');
  throw new Error(`No fault with the id ${id} is pending. There are: ${known || 'none'}.`);
}

/** The opposite of `faultsFrom`, with what is left. The flags of a pattern are lost: JSON has no place for them. */
export function faultAsJson({ path, ...fault }: PendingFault): object {
  if (path === undefined) return fault;
  return { ...fault, ...(typeof path === 'string' ? { path } : { pathPattern: withPlainSlashes(path.source) }) };
}

/** The engine escapes the slashes of a pattern that was made from a text. */
function withPlainSlashes(source: string): string {
  return source.replace(/\\(.)/gs, (escaped, character) => (character === '/' ? '/' : escaped));
}
