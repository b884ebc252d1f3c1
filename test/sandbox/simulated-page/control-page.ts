import { setImmediate as turn } from 'node:timers/promises';
import { createSandbox } from 'care-platform/sandbox';
import { Window } from 'happy-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import { showClock } from '../../../src/sandbox/remote/page/clock-section.js';
import { showFaults } from '../../../src/sandbox/remote/page/faults-section.js';
import { createPageTools } from '../../../src/sandbox/remote/page/page-tools.js';
import { showPeople } from '../../../src/sandbox/remote/page/people-section.js';
import { showRecords } from '../../../src/sandbox/remote/page/records-section.js';
import { runPage } from '../../../src/sandbox/remote/page/run-page.js';
import { rawRequest } from '../raw-request.js';

type Sandbox = ReturnType<typeof createSandbox>;

/** The control page of a sandbox, new for each test, and the sandbox. */
export interface OpenPage {
  readonly sandbox: Sandbox;
  /** Whether requests of the page get no response. */
  isLost: boolean;
  /** A second goes by for the page. */
  tick(): Promise<void>;
  /** Waits until the page has no request under way. */
  settle(): Promise<void>;
  click(found: Element | null | undefined): Promise<void>;
}

/**
 * The page's program is made of these functions, as text: a browser runs them apart from everything else. Chromium does so
 * in `test/browser`. Here they run in Node, where it is seen which of their lines a test reaches.
 */
export function openPage(): OpenPage {
  let sandbox: Sandbox;
  let server: Awaited<ReturnType<Sandbox['listen']>>;
  let running: number;

  const page: OpenPage = {
    get sandbox() {
      return sandbox;
    },
    isLost: false,
    async settle() {
      for (let quiet = 0; quiet < 5; quiet++) {
        await turn();
        if (running > 0) quiet = 0;
      }
    },
    async tick() {
      await vi.advanceTimersByTimeAsync(1000);
      await page.settle();
    },
    async click(found) {
      (found as HTMLElement).click();
      await page.settle();
    },
  };

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.isLost = false;
    running = 0;
    sandbox = createSandbox({ limits: false, clock: { start: new Date('2026-03-02T09:00:00Z'), frozen: true } });
    server = await sandbox.listen({ control: true });
    const url = `${server.url}/_sandbox/`;
    const { text } = await rawRequest(url, { headers: { accept: 'text/html' } });
    // Only these: the server runs in the same process, and needs the other globals of Node.
    const window = new Window({ url });
    for (const name of ['document', 'location', 'Event'] as const) vi.stubGlobal(name, window[name]);
    document.body.innerHTML = /<body>(.*)<script/s.exec(text)?.[1] ?? '';
    vi.stubGlobal('fetch', async (path: string, init: Parameters<typeof rawRequest>[1]) => {
      running++;
      try {
        if (page.isLost) throw new TypeError('fetch failed');
        const reply = await rawRequest(`${server.url}${path}`, init);
        return { ok: reply.status < 400, status: reply.status, text: async () => reply.text };
      } finally {
        running--;
      }
    });
    const tools = createPageTools();
    const sections = [showClock, showFaults, showPeople, showRecords].map((show) => show(tools));
    runPage(tools, sections);
    await page.settle();
  });

  afterEach(async () => {
    vi.useRealTimers();
    await server.close();
  });

  return page;
}

export const element = <Kind extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as Kind;
export const textOf = (id: string) => element(id).textContent;
