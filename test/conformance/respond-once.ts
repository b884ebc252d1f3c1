import type { Sandbox } from 'care-platform/sandbox';

interface Document {
  toJSON(): object;
}

/** The next response at a URL: the document of a resource with other attributes; `undefined` takes one away. */
export function respondOnce(sandbox: Sandbox, url: string, resource: Document, more: object): void {
  const body = JSON.parse(JSON.stringify({ ...resource.toJSON(), ...more }));
  const { pathname } = new URL(url);
  const path = pathname.slice(new URL(sandbox.baseUrl).pathname.length) || '/';
  sandbox.faults.add({ kind: 'response', status: 200, body, path });
}
