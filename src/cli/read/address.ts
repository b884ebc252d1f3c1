import type { Application, Collection, Followed, JsonObject, Resource } from 'care-platform';
import { UsageError } from '../frame/exit-codes.js';

/** What a command line names: `clients`, `client EHR-1042`, or a URL. */
export interface Address {
  readonly what: string;
  readonly id: string | undefined;
}

/** How many items a command needs. */
export interface Amount {
  readonly limit?: number;
}

/** Items of one request, if no limit makes it fewer. */
const pageSize = 100;

export function pageOf({ limit = pageSize }: Amount): number {
  return Math.max(1, Math.min(limit, pageSize));
}

const lists: Readonly<Record<string, (care: Application, limit: number) => Collection<Resource>>> = {
  clients: (care, limit) => care.clients({ limit }),
  professionals: (care, limit) => care.professionals({ limit }),
  labels: (care) => care.labels(),
  catalogue: (care, limit) => care.catalogue({ limit }),
  exports: (care, limit) => care.exports({ limit }),
  'api-errors': (care) => care.apiErrors(),
  'carelink-errors': (care) => care.carelinkErrors(),
  'hl7-errors': (care) => care.hl7Errors(),
  'client-access-log': (care) => care.clientAccessLog(),
};

type Read = (care: Application, id: string) => Promise<Resource>;

/** The resources that have an id, with what the id is. */
const resources: Readonly<Record<string, readonly [idName: string, read: Read]>> = {
  client: ['external id or URL', (care, id) => care.client(userAddress(id))],
  professional: ['external id or URL', (care, id) => care.professional(userAddress(id))],
  label: ['identifier or URL', (care, id) => care.label(isUrl(id) ? { url: id } : { identifier: id })],
};

/** For help. */
export const addressHelp = `<what> is application, a list (${Object.keys(lists).join(', ')}),
client, professional or label with an id, or any URL of the platform.`;

/** Splits arguments into the address, and what comes after it. Throws before anything is sent. */
export function takeAddress(words: readonly string[]): { address: Address; rest: readonly string[] } {
  const [what = '', ...rest] = words;
  if (isUrl(what) || what === 'application' || Object.hasOwn(lists, what)) {
    return { address: { what, id: undefined }, rest };
  }
  const [idName] = Object.hasOwn(resources, what) ? (resources[what] ?? []) : [];
  if (idName === undefined)
    throw new UsageError(`There is no '${what}'. There are: ${addressNames().join(', ')}, and any URL.`);
  const [id, ...others] = rest;
  if (!id) throw new UsageError(`${what} needs its ${idName} after it.`);
  return { address: { what, id }, rest: others };
}

/** Reads what the address names. A list sends no request before it is iterated. */
export async function read(care: Application, { what, id }: Address, amount: Amount): Promise<Followed> {
  if (isUrl(what)) {
    // Only if it is asked for: the platform may know no `limit` there.
    return care.open(what, amount.limit === undefined ? {} : { extra: { query: { limit: pageOf(amount) } } });
  }
  if (what === 'application') return care as Resource as Resource<JsonObject>;
  const list = Object.hasOwn(lists, what) ? lists[what] : undefined;
  if (list !== undefined) return list(care, pageOf(amount)) as Collection<Resource<JsonObject>>;
  const [, readResource] = resources[what] ?? [];
  if (readResource === undefined || id === undefined) throw new UsageError(`There is no '${what}'.`);
  return (await readResource(care, id)) as Resource<JsonObject>;
}

/** The names that an address may begin with. */
export function addressNames(): string[] {
  return ['application', ...Object.keys(lists), ...Object.keys(resources)];
}

function userAddress(id: string): { url: string } | { id: string } {
  return isUrl(id) ? { url: id } : { id };
}

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
