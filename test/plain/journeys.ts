/** The ways that a plain form travels: to a component, through storage, and to a worker. */
export const journeys: [string, <Value>(plain: Value) => Value][] = [
  ['as it is', (plain) => plain],
  ['as JSON', (plain) => JSON.parse(JSON.stringify(plain))],
  ['as a structured clone', (plain) => structuredClone(plain)],
];
