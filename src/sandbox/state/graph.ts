import { isDate, shapeOf } from '../../runtime/shape.js';
import type { Json } from '../world/json.js';

/** A class whose instances have all their state in plain fields. */
export type PlainClass = abstract new (...args: never) => object;

/**
 * Objects as a list of nodes, in which they refer to each other by number: a user is one object, wherever it occurs.
 * A value is a primitive of JSON, or `[number]` for an object, or `{ other }` for a primitive that JSON lacks.
 */
export function encodeGraph(root: unknown, classes: Readonly<Record<string, PlainClass>>): Json {
  const nodes: Json[] = [];
  const numbers = new Map<object, number>();
  const value = (given: unknown): Json => {
    if (typeof given === 'object' && given !== null) return [numberOf(given)];
    if (given === null || typeof given === 'string' || typeof given === 'boolean') return given;
    if (typeof given === 'number' && Number.isFinite(given)) return given;
    if (given === undefined || typeof given === 'number') return { other: String(given) };
    throw new TypeError(`A state cannot hold a ${typeof given}.`);
  };
  const fields = (given: object): Json =>
    Object.fromEntries(Object.entries(given).map(([name, member]) => [name, value(member)]));
  const ownClasses = Object.entries(classes);
  const node = (given: object): Json => {
    if (Array.isArray(given)) return ['list', ...given.map(value)];
    if (given instanceof Map) return ['map', ...[...given].map(([key, member]) => [value(key), value(member)])];
    if (given instanceof Set) return ['set', ...[...given].map(value)];
    if (isDate(given)) return ['date', given.getTime()];
    if (shapeOf(given) === 'Uint8Array') return ['bytes', toBase64(given as Uint8Array)];
    const own = ownClasses.find(([, candidate]) => given instanceof candidate);
    if (own !== undefined) return ['class', own[0], fields(given)];
    return [Object.getPrototypeOf(given) === null ? 'bare' : 'object', fields(given)];
  };
  const numberOf = (given: object): number => {
    const known = numbers.get(given);
    if (known !== undefined) return known;
    const number = nodes.length;
    numbers.set(given, number);
    // Its place is taken before what it holds, which may hold it.
    nodes.push(null);
    nodes[number] = node(given);
    return number;
  };
  numberOf({ root });
  return nodes;
}

type Pair = readonly [unknown, unknown];

/** @throws TypeError or another error if it is no graph */
export function decodeGraph(
  nodes: readonly (readonly unknown[])[],
  classes: Readonly<Record<string, PlainClass>>,
): unknown {
  const objects = nodes.map((node) => emptyObject(node, classes));
  const objectAt = (number: unknown): object => {
    const found = objects[Number(number)];
    if (found === undefined) throw new TypeError('A state refers to an object that it lacks.');
    return found;
  };
  const value = (given: unknown): unknown => {
    if (Array.isArray(given)) return objectAt(given[0]);
    if (typeof given !== 'object' || given === null) return given;
    const { other } = given as { readonly other?: string };
    return other === 'undefined' ? undefined : Number(other);
  };
  const fill = (object: Record<string, unknown>, fields: object) => {
    for (const [name, member] of Object.entries(fields)) {
      // An assignment to `__proto__` would do something else, and the other form takes long.
      if (name === '__proto__') Object.defineProperty(object, name, { ...plainProperty, value: value(member) });
      else object[name] = value(member);
    }
  };
  for (const [at, [kind, ...content]] of nodes.entries()) {
    const object = objects[at];
    if (Array.isArray(object)) object.push(...content.map(value));
    else if (object instanceof Map)
      for (const [key, member] of content as Pair[]) object.set(value(key), value(member));
    else if (object instanceof Set) for (const member of content) object.add(value(member));
    else if (object !== undefined && kind !== 'date' && kind !== 'bytes')
      fill(object as Record<string, unknown>, content.at(-1) as object);
  }
  return (objects[0] as { readonly root: unknown }).root;
}

const plainProperty = { enumerable: true, writable: true, configurable: true };

function emptyObject([kind, content]: readonly unknown[], classes: Readonly<Record<string, PlainClass>>): object {
  if (kind === 'list') return [];
  if (kind === 'map') return new Map();
  if (kind === 'set') return new Set();
  if (kind === 'date') return new Date(Number(content));
  if (kind === 'bytes') return fromBase64(String(content));
  if (kind === 'class' && Object.hasOwn(classes, String(content))) {
    return Object.create(classes[String(content)]?.prototype ?? null);
  }
  if (kind === 'object') return {};
  if (kind === 'bare') return Object.create(null);
  throw new TypeError(`A state has no ${String(kind)}.`);
}

/** In slices: a call takes a limited number of arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
