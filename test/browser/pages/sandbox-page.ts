import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { createSandbox, type Sandbox, type SandboxServer } from '../../../src/sandbox/index.ts';
import { chromiumArguments, chromiumPath } from '../../support/chromium.ts';

export interface OpenedSandbox {
  readonly sandbox: Sandbox;
  readonly server: SandboxServer;
  /** The address of its page. */
  readonly address: string;
  /** What its control has responded, such as `403 POST /_sandbox/reset`. */
  readonly responses: readonly string[];
  /** One request as the API user, and its status. `null` for a lost response. */
  ask(path: string, body?: unknown): Promise<number | null>;
}

const responsesByPort = new Map<number | undefined, string[]>();
// Seen at the server: a browser hides some of the responses that it does not let through.
subscribe('http.server.response.finish', (finished) => {
  const { request, response } = finished as { request: IncomingMessage; response: ServerResponse };
  const { url = '', method, socket } = request;
  if (/^\/_sandbox/.test(url)) responsesByPort.get(socket.localPort)?.push(`${response.statusCode} ${method} ${url}`);
});

/** A sandbox that listens. Its clock stands still. `file`: of the built package. Default: from the sources. */
export async function openSandbox({ file = '', clients = 12 } = {}): Promise<OpenedSandbox> {
  const built = pathToFileURL(join(inject('site'), '../node_modules/care-platform', file)).href;
  const entry = file === '' ? { createSandbox } : ((await import(built)) as { createSandbox: typeof createSandbox });
  const sandbox = entry.createSandbox({ clients, clock: { frozen: true } });
  const server = await sandbox.listen({ control: true });
  onTestFinished(() => server.close());
  const headers = { Authorization: `svc-token ${sandbox.tokens.apiUser}`, 'Content-Type': 'application/json' };
  const ask = async (path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${server.baseUrl}${path}`, { headers, ...sent }).catch(() => null);
    return response?.status ?? null;
  };
  const responses: string[] = [];
  responsesByPort.set(Number(new URL(server.url).port), responses);
  return { sandbox, server, address: `${server.url}/_sandbox/`, responses, ask };
}

const browsers = new Map<string, Promise<Browser>>();

/** A tab in a profile of its own, and what it complains of. */
export async function openTab(
  options: BrowserContextOptions = {},
  moreArguments: readonly string[] = [],
): Promise<{ page: Page; complaints: string[] }> {
  const executablePath = chromiumPath();
  const args = [...chromiumArguments, ...moreArguments];
  const started = browsers.get(args.join());
  const browser = started ?? chromium.launch({ ...(executablePath !== undefined && { executablePath }), args });
  browsers.set(args.join(), browser);
  const context = await (await browser).newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(40_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** The page of a sandbox, as soon as it shows people. */
export async function openSandboxPage({ address }: OpenedSandbox, options?: BrowserContextOptions) {
  const tab = await openTab(options);
  await tab.page.goto(address);
  await tab.page.getByText('sandbox-ehr').first().waitFor();
  return tab;
}
