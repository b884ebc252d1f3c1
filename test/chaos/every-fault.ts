import type { Fault, Sandbox } from 'care-platform/sandbox';
import { facts } from './facts.js';

const json = { 'Content-Type': 'application/json;charset=UTF-8' };
const html = { 'Content-Type': 'text/html;charset=UTF-8' };
const page = `<html><head><title>Aanmelden</title></head><body>${Object.values(facts).join(' ')}</body></html>`;
/** A client in JSON, but not as documented: its values are of other types. */
const misshapen = JSON.stringify({
  '@type': 'https://care.example/ns/client',
  '@url': '/api/2/c/1',
  first_name: { text: facts.firstName },
  last_name: [facts.lastName],
  email: 1,
  active: facts.note,
  '@items': facts.note,
});

const oddHeaders = {
  'Content-Type': `application/json;charset="${facts.lastName}`,
  'Retry-After': facts.note,
  Date: facts.born,
  Location: `http://[${facts.id}`,
};

const faults: readonly (Fault & { readonly chance: number })[] = [
  { kind: 'drop', when: 'after', chance: 0.04 },
  { kind: 'drop', when: 'before', chance: 0.04 },
  { kind: 'late', milliseconds: 300, chance: 0.01 },
  { kind: 'late', milliseconds: 1200, chance: 0.01 },
  { kind: 'stall', when: 'after', chance: 0.01 },
  { kind: 'stall', when: 'before', chance: 0.01 },
  { kind: 'truncate', chance: 0.02 },
  { kind: 'truncate', keep: 0, chance: 0.01 },
  { kind: 'slow', milliseconds: 100, chance: 0.02 },
  { kind: 'slow', milliseconds: 1500, chance: 0.005 },
  { kind: 'delay', milliseconds: 50, chance: 0.02 },
  { kind: 'html', chance: 0.01 },
  { kind: 'html', status: 504, afterWork: true, chance: 0.01 },
  { kind: 'response', status: 200, body: page, headers: html, chance: 0.01 },
  { kind: 'response', status: 403, body: page, headers: html, chance: 0.005 },
  { kind: 'response', status: 200, body: misshapen, headers: json, chance: 0.01 },
  { kind: 'response', status: 200, body: misshapen.slice(0, -20), headers: json, chance: 0.005 },
  { kind: 'response', status: 200, body: '\uFEFF[]', headers: json, chance: 0.005 },
  { kind: 'response', status: 200, body: '', headers: json, chance: 0.005 },
  { kind: 'response', status: 400, body: { code: 400, message: 'Refused.', extra: 'odd' }, chance: 0.005 },
  { kind: 'response', status: 500, body: { code: 500, message: 'Unexpected error' }, chance: 0.02 },
  { kind: 'response', status: 503, headers: { 'Retry-After': '1' }, afterWork: true, chance: 0.005 },
  { kind: 'response', status: 429, body: { code: 429, message: 'Too many requests' }, chance: 0.005 },
  { kind: 'response', status: 401, body: { code: 401, message: 'Not authorized' }, chance: 0.003 },
  { kind: 'response', status: 404, body: { code: 404, message: 'Not found' }, afterWork: true, chance: 0.003 },
  { kind: 'response', status: 201, body: misshapen, headers: { ...json, Location: `c/${facts.id}` }, chance: 0.005 },
  { kind: 'response', status: 200, body: misshapen, headers: { ...json, 'Content-Encoding': 'gzip' }, chance: 0.003 },
  { kind: 'response', status: 200, body: page, headers: oddHeaders, chance: 0.005 },
  { kind: 'redirect', location: '/api/2', chance: 0.005 },
  { kind: 'redirect', location: '', status: 307, chance: 0.003 },
  { kind: 'redirect', location: 'https://login.example/', status: 303, chance: 0.005 },
  { kind: 'redirect', location: 'http://[', status: 301, chance: 0.002 },
];

/** Each kind of fault on some of all requests; the first downloads, of which a short run has few, for sure. */
export function everyFault(sandbox: Sandbox): void {
  const path = /\/download$/;
  sandbox.faults.add({ kind: 'response', status: 200, body: page, headers: html, path, times: 2 });
  sandbox.faults.add({ kind: 'truncate', path }, { kind: 'stall', when: 'after', path });
  sandbox.faults.add(...faults.map((fault) => ({ ...fault, times: Number.POSITIVE_INFINITY })));
}

const storms: Record<string, Fault> = {
  losses: { kind: 'drop', when: 'after', times: 20 },
  refusals: { kind: 'response', status: 429, body: { code: 429, message: 'Too many requests' }, times: 5 },
  silences: { kind: 'stall', when: 'after', times: 6 },
  fragments: { kind: 'response', status: 200, body: misshapen.slice(0, -20), headers: json, times: 5 },
  // A download takes the time that it takes.
  trickles: { kind: 'slow', milliseconds: 60_000, pieces: 600, times: 6, path: /^(?!.*\/download$)/ },
};

/** The next requests fail one and all: each storm in its turn. */
export function storm(sandbox: Sandbox, number: number): void {
  const all = Object.values(storms);
  const fault = all[number % all.length];
  if (fault !== undefined) sandbox.faults.addFirst(fault);
}
