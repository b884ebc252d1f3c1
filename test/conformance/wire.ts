import type { Sandbox } from 'care-platform/sandbox';
import { expect } from 'vitest';
import type { Scene } from './rule.js';

/** A JSON object as the platform wrote it. */
export interface WireDocument {
  readonly '@url': string;
  readonly '@type': string;
  readonly '@changes': { readonly creation_time: string; readonly modification_time: string };
  readonly '@items': readonly WireDocument[];
  readonly '@links': readonly { readonly name: string; readonly url: string }[];
  readonly [attribute: string]: unknown;
}

export async function json(response: Response | Promise<Response>): Promise<WireDocument> {
  return (await (await response).json()) as WireDocument;
}

/** The document that a plain GET returns with 200. */
export async function get(raw: Scene['raw'], url: string, token?: string): Promise<WireDocument> {
  const response = await raw('GET', url, token === undefined ? {} : { token });
  expect(response.status).toBe(200);
  return json(response);
}

/** Status and body of a plain request that is refused. */
export async function refusal(response: Promise<Response>): Promise<{ status: number; body: WireDocument }> {
  return { status: (await response).status, body: await json(response) };
}

export function linkNames(document: WireDocument): string[] {
  return document['@links'].map(({ name }) => name);
}

/** A link with parameters of its own, and more beside them. */
export function asked(url: string, query: Record<string, string>): string {
  const result = new URL(url);
  for (const [name, value] of Object.entries(query)) result.searchParams.set(name, value);
  return result.href;
}

type NamedProblem = readonly [name: string, message: string];

function refused(message: string, problems: readonly NamedProblem[]) {
  const extra = problems.map(([name, text]) => ({ name, message: text }));
  return { status: 400, body: { code: 400, message, extra } };
}

/** A refused body of a create or modify call, as `refusal` gives it. */
export const invalidJson = (...problems: NamedProblem[]) => refused('Invalid JSON input', problems);
export const invalidQuery = (...problems: NamedProblem[]) => refused('Invalid query parameters', problems);
export const invalidOption = (...problems: NamedProblem[]) => refused('Invalid option input', problems);

/** The same refusal as the client throws it, for `toMatchObject`. */
export function asError({ body }: ReturnType<typeof refused>) {
  return { name: 'InvalidInputError', status: 400, reason: body.message, problems: body.extra };
}

/** The requests made meanwhile, each as `GET /c/items?limit=1`. */
export async function requestsOf(sandbox: Sandbox, job: () => Promise<unknown>): Promise<string[]> {
  const before = sandbox.journal.length;
  await job();
  return sandbox.journal.slice(before).map(({ method, path, query }) => `${method} ${path}${query}`);
}
