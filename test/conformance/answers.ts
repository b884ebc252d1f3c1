import type { Sandbox } from 'care-platform/sandbox';

interface Document {
  toJSON(): object;
}

/** The next answer at a URL: the document of a resource with other attributes; `undefined` takes one away. */
export function answerOnce(sandbox: Sandbox, url: string, resource: Document, more: object): void {
  const body = JSON.parse(JSON.stringify({ ...resource.toJSON(), ...more }));
  const { pathname } = new URL(url);
  const path = pathname.slice(new URL(sandbox.baseUrl).pathname.length) || '/';
  sandbox.faults.add({ kind: 'answer', status: 200, body, path });
}

/** What a call was refused with; fails where it was not. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  const nothing = Symbol('nothing');
  const failure = await call.then(
    () => nothing,
    (thrown: unknown) => thrown,
  );
  if (failure === nothing) throw new Error('The call was not refused.');
  return failure;
}
