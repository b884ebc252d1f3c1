import fc from 'fast-check';

/** Values that no document of the platform holds at that place. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 0, -1, 1e308, -0.5, 2 ** 53, [], {}, [[]], [null], '__proto__', '{', '//'),
  fc.constantFrom<unknown>(
    'https://elsewhere.example/x',
    'javascript:alert(1)',
    'http://[',
    '../../..',
    '?',
    '#',
    '\0',
    '\ud800',
  ),
  fc.constantFrom('number 1e999', 'number -1e999', 'number 1e-999', `number ${'9'.repeat(400)}`, 'number -0'),
  fc.constantFrom<unknown>('2024-02-30T00:00:00', '9999-99-99T99:99:99', '0000-00-00T00:00:00'),
  fc.constantFrom<unknown>({ length: -1 }, { toString: null, valueOf: 1 }, Object.fromEntries([['then', 1]]), {
    constructor: null,
    '@type': 7,
  }),
  fc.integer({ min: 1, max: 20_000 }).map(deep),
  fc.jsonValue({ maxDepth: 3 }),
);

const names = fc.constantFrom(
  ...['__proto__', 'constructor', 'toString', 'then', 'hasOwnProperty', 'toJSON', 'length', 'prototype', ''],
  ...['@type', '@url', '@links', '@items', '@paging', '@changes', '@nothing', 'total', 'start', 'url', 'name', 'id'],
);

/** Stands for a nesting that deep, which can be written as text only: what walks values ends its stack on it. */
function deep(levels: number): string {
  return `nested ${levels} deep`;
}

/** As it is sent: a failure prints what it is made of, which is short. */
export function written(text: string): string {
  const nested = text.replace(/"nested (\d+) deep"/g, (_, levels: string) => {
    const times = Number(levels);
    return `${'[{"inner":'.repeat(times)}1${'}]'.repeat(times)}`;
  });
  // Numbers that JSON can tell and JavaScript cannot.
  return nested.replace(/"number ([-+.\de]+)"/g, '$1');
}

interface Change {
  /** Which of all the places there are. */
  readonly place: number;
  readonly kind: 'replace' | 'remove' | 'add' | 'repeat' | 'wrap';
  readonly name: string;
  readonly value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(10_000),
  kind: fc.constantFrom('replace', 'replace', 'remove', 'add', 'repeat', 'wrap'),
  name: names,
  value: strange,
});

/** What `written` makes a JSON document of that is like one of the valid ones, with one to four things changed in it. */
export function mutated(...valid: readonly unknown[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...valid), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([document, changes]) => {
      const { document: changedDocument } = changes.reduce(changed, structuredClone({ document }));
      return JSON.stringify(changedDocument ?? null);
    });
}

type Parent = Record<string, unknown>;

/** The document with each of its places in turn of another type, down to the fields of its items. */
export function* eachPlaceChanged(valid: object): Generator<string> {
  const count = placesIn(structuredClone(valid) as Parent).length;
  for (let place = 0; place < Math.min(count, 50); place++) {
    for (const value of [null, {}, 'text']) {
      const document = structuredClone(valid) as Parent;
      const [parent, key] = placesIn(document)[place] ?? [document, ''];
      set(parent, key, value);
      yield JSON.stringify(document);
    }
  }
}

/** The document with attributes in each of its objects that a careless program takes for the object's own parts. */
export function withTreacherousNames(valid: unknown): unknown {
  const document = structuredClone(valid);
  const treacherous = ['constructor', 'toString', 'toJSON', 'hasOwnProperty', 'then', 'length'];
  const waiting: unknown[] = [document];
  for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
    if (!isParent(part)) continue;
    waiting.push(...Object.values(part).filter(isParent));
    if (Array.isArray(part)) continue;
    for (const name of treacherous) set(part, name, -1);
    set(part, '__proto__', { polluted: true });
  }
  return document;
}

function changed(whole: Parent, { place, kind, name, value: given }: Change): Parent {
  // A copy, since a later change may go into it.
  const value = structuredClone(given);
  const places = placesIn(whole);
  const [parent, key] = places[place % places.length] ?? [whole, 'document'];
  const present = parent[key];
  if (kind === 'replace') set(parent, key, value);
  else if (kind === 'wrap') set(parent, key, [present]);
  else if (kind === 'add' && isParent(present)) set(present, Array.isArray(present) ? '0' : name, value);
  else if (kind === 'repeat' && Array.isArray(present)) present.push(...present.slice(0, 3));
  else if (kind === 'remove' && parent !== whole)
    Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key];
  return whole;
}

/** `__proto__` as an attribute of its own, as JSON has it. */
function set(parent: Parent, key: string, value: unknown): void {
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(whole: Parent): [Parent, string][] {
  const places: [Parent, string][] = [];
  const waiting: Parent[] = [whole];
  for (let parent = waiting.shift(); parent !== undefined && places.length < 400; parent = waiting.shift()) {
    for (const [key, value] of Object.entries(parent)) {
      places.push([parent, key]);
      if (isParent(value)) waiting.push(value);
    }
  }
  return places;
}

function isParent(value: unknown): value is Parent {
  return typeof value === 'object' && value !== null;
}
