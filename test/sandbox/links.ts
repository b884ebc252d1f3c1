import type { Sandbox } from 'care-platform/sandbox';
import { ask } from './api.js';

export interface Link {
  readonly name: string;
  readonly url: string;
}

/** URL of a link of a resource; fails the test when it is not offered. */
export function link(resource: { '@links': readonly Link[] }, name: string): string {
  const found = resource['@links'].find((one) => one.name === name);
  if (found === undefined) throw new Error(`No link ${name} in ${names(resource).join(', ')}`);
  return found.url;
}

export const names = (resource: { '@links': readonly Link[] }): string[] => resource['@links'].map(({ name }) => name);

/** The client everything is seeded for, as the API user (or another token) sees it. */
// biome-ignore lint/suspicious/noExplicitAny: a parsed body, looked into by the tests
export async function firstClient(sandbox: Sandbox, token?: string): Promise<any> {
  return (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042', token === undefined ? {} : { token })).body;
}

export const NS = 'https://care.example/ns';
