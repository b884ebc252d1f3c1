import { createSandbox, type Fault } from 'care-platform/sandbox';
import type { Provocations } from '../../support/message-list.js';

const fault = (given: object) => () => createSandbox().faults.add(given as Fault);

/** Faults that would do something else than they say. */
export const faults: Provocations = {
  'a kind that is unknown': fault({ kind: 'explode' }),
  'no kind': fault({}),
  'no fault': () => createSandbox().faults.add(null as never),
  'a fault without what it needs': fault({ kind: 'drop' }),
  'a fault with a misspelt name': fault({ kind: 'html', tiems: 2 }),
  'another moment': fault({ kind: 'drop', when: 'later' }),
  'a status that is none': fault({ kind: 'response', status: 99 }),
  'a status that is no redirect': fault({ kind: 'redirect', location: '/', status: 200 }),
  'a location that cannot be sent': fault({ kind: 'redirect', location: 'a\nb' }),
  'a text for milliseconds': fault({ kind: 'delay', milliseconds: '5' }),
  'milliseconds that are too many': fault({ kind: 'delay', milliseconds: 2 ** 31 }),
  'half a piece': fault({ kind: 'slow', milliseconds: 1, pieces: 0.5 }),
  'one and a half pieces': fault({ kind: 'slow', milliseconds: 1, pieces: 1.5 }),
  'one and a half times': fault({ kind: 'html', times: 1.5 }),
  'a skip of one and a half': fault({ kind: 'html', skip: 1.5 }),
  'a byte and a half kept': fault({ kind: 'truncate', keep: 1.5 }),
  'a status of 200 and a half': fault({ kind: 'response', status: 200.5 }),
  'a time in weeks': fault({ kind: 'html', for: { weeks: 1 } }),
  'a time of nothing': fault({ kind: 'html', for: {} }),
  'a time that is a text': fault({ kind: 'html', for: { seconds: '30' } }),
  'a time that is too long': fault({ kind: 'html', for: { days: 40_000 } }),
  'a time and a count': fault({ kind: 'html', for: { seconds: 30 }, times: 2 }),
  'no times': fault({ kind: 'html', times: 0 }),
  'a negative skip': fault({ kind: 'html', skip: -1 }),
  'a chance above 1': fault({ kind: 'html', chance: 2 }),
  'a method that is none': fault({ kind: 'html', method: 'FETCH' }),
  'a method that is null': fault({ kind: 'html', method: null }),
  'a path that is a number': fault({ kind: 'html', path: 7 }),
  'a path without a slash': fault({ kind: 'html', path: 'c/items' }),
  'a path with a query': fault({ kind: 'html', path: '/c/items?limit=1' }),
  'a text for `afterWork`': fault({ kind: 'html', afterWork: 'yes' }),
  'a body that JSON cannot hold': fault({ kind: 'response', status: 200, body: () => 1 }),
  'headers that are a text': fault({ kind: 'response', status: 200, headers: 'x' }),
  'a header that is a number': fault({ kind: 'response', status: 200, headers: { a: 1 } }),
  'a header that cannot be sent': fault({ kind: 'response', status: 200, headers: { 'a b': 'x' } }),
};
