import type { CDPSession, JSHandle } from 'playwright-core';
import { expect, test } from 'vitest';
import { type OpenedPage, openPage } from './chromium-page.ts';

interface RemoteValue {
  readonly type?: string;
  readonly description?: string;
  readonly objectId?: string;
  readonly value?: unknown;
  readonly className?: string;
}
interface RemoteProperty {
  readonly name: string;
  readonly value?: RemoteValue;
}

/** What the console offers to a developer who unfolds an object, private fields too; the same name as the page gave it. */
async function unfolded({ context, page }: OpenedPage, name: string): Promise<string[]> {
  const inspector = await context.newCDPSession(page);
  const { result } = await inspector.send('Runtime.evaluate', { expression: `globalThis.${name}` });
  const shown: string[] = [];
  const waiting = [result as RemoteValue];
  // By identity, which the page tells: the inspector names one object again each time.
  await inspector.send('Runtime.evaluate', { expression: 'globalThis.unfolded = new WeakSet()' });
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object.value !== undefined) shown.push(String(object.value));
    if (object.type === 'symbol') {
      // It has an id, but nothing to unfold.
      shown.push(String(object.description));
      continue;
    }
    if (object.objectId === undefined || !(await isNew(inspector, object.objectId))) continue;
    for (const { name, value } of await properties(inspector, object.objectId)) {
      shown.push(name);
      if (value !== undefined) waiting.push(value);
    }
  }
  return shown;
}

async function isNew(inspector: CDPSession, objectId: string): Promise<boolean> {
  const functionDeclaration = `function () {
    if (unfolded.has(this) || this === globalThis || this instanceof Node) return false;
    unfolded.add(this);
    return true;
  }`;
  const { result } = await inspector.send('Runtime.callFunctionOn', { objectId, functionDeclaration });
  return result.value === true;
}

async function properties(inspector: CDPSession, objectId: string): Promise<RemoteProperty[]> {
  const found = await inspector.send('Runtime.getProperties', { objectId, ownProperties: true });
  return [...found.result, ...(found.privateProperties ?? [])];
}

test('a resource or an error unfolded in the console shows its fields, and no token', async () => {
  const opened = await openPage('bare.html');
  const { baseUrl } = opened.platform.server;
  const { client: token } = opened.platform.sandbox.tokens;
  const handle: JSHandle = await opened.page.evaluateHandle(
    async ([baseUrl, token]) => {
      const care = await platform.connect({ baseUrl, token, tokenKind: 'user' });
      const client = await care.client({ id: 'EHR-1042' });
      const failure: unknown = await care.client({ id: 'nobody' }).catch((error: unknown) => error);
      return Object.assign(globalThis, { findings: { care, client, tasks: client.tasks(), failure, token: [token] } });
    },
    [baseUrl, token] as const,
  );
  await handle.dispose();

  const shown = await unfolded(opened, 'findings');
  expect(shown.length).toBeGreaterThan(500);
  expect(shown).toContain('Fenna Voorbeeld');
  // Once: the one that was put there, so that it is known to be found.
  expect(shown.filter((text) => text.includes(token))).toEqual([token]);
});
