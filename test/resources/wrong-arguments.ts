import type { Application, Client } from 'care-platform';

/** An argument that is refused: its title, the field that the error names, and the call. */
type WrongArgument = readonly [
  title: string,
  field: string,
  call: (made: { readonly care: Application; readonly client: Client }) => unknown,
];

/** As a program in JavaScript calls it. */
const any = (value: unknown) => value as never;

/** Every kind of wrong argument of a method. */
export const wrongArguments: readonly WrongArgument[] = [
  ['a catalogue without a limit, since it is costly', 'limit', ({ care }) => care.catalogue(any({}))],
  ['a catalogue of nothing', '(whole)', ({ client }) => client.catalogue(any(undefined))],
  [
    'a misspelt filter of a catalogue',
    'contentType',
    ({ client }) => client.catalogue(any({ limit: 1, contentType: [] })),
  ],
  ['a search for what has no value', '(whole)', ({ care }) => care.searchClients(any({ id: undefined, limit: 1 }))],
  ['a search for nothing', '(whole)', ({ care }) => care.searchClients(any(undefined))],
  ['a label by a bare text', 'url', ({ care }) => care.label(any('1'))],
  ['a label by nothing', 'url', ({ care }) => care.label(any(undefined))],
  ['a label by both', 'url', ({ care }) => care.label(any({ url: 'x', identifier: '1' }))],
  ['a label by an empty identifier', 'identifier', ({ care }) => care.label({ identifier: '' })],
  ['the picture of a client who has none', '(whole)', ({ care }) => care.file(any(null))],
  ['a GET with a body', 'body', ({ care }) => care.request({ url: 'c/items', body: {} })],
  ['a body that is no object', 'body', ({ care }) => care.request({ method: 'POST', url: 'c', body: any('{}') })],
  ['the first -1 of a list', 'max', ({ care }) => care.clients().toArray({ max: -1 })],
  ['the first of a list that are no number', 'max', ({ care }) => care.clients().toArray({ max: Number.NaN })],
  ['an `extra` that is no object', 'extra', ({ client }) => client.refresh({ extra: any(5) })],
  [
    'a query of `extra` that is no object',
    'extra.query',
    ({ client }) => client.refresh({ extra: any({ query: 'a=1' }) }),
  ],
  [
    'a misspelt filter of a list',
    'modifidAfter',
    ({ client }) => client.diaryEntries(any({ modifidAfter: new Date() })),
  ],
  ['a misspelt option of a list', 'limt', ({ care }) => care.clients(any({ limt: 5 })).first()],
  ['a feed with a signal that is none', 'signal', ({ care }) => care.watchChanges({ signal: any({}) }).next()],
  ['a signal that is none', 'signal', ({ client }) => client.refresh({ signal: any(new AbortController()) })],
  ['no signal, as `fetch` takes it', 'signal', ({ care }) => care.clients({}, { signal: any(null) }).first()],
  ['a request without a URL', 'url', ({ care }) => care.request(any({}))],
];
