import { describe, expect, onTestFinished, test } from 'vitest';
import { openPlatform } from './platform.ts';
import { type Errand, type Report, run } from './worker-script.ts';

interface Port {
  postMessage(errand: Errand): void;
  onmessage: ((event: MessageEvent<Report>) => unknown) | null;
}

function asked(port: Port, errand: Errand): Promise<Report> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
    port.postMessage(errand);
  });
}

const places: [string, (errand: Errand) => Promise<Report>][] = [
  ['a window', run],
  [
    'a dedicated worker',
    (errand) => {
      const worker = new Worker(new URL('./worker-script.ts', import.meta.url), { type: 'module' });
      onTestFinished(() => worker.terminate());
      return asked(worker, errand);
    },
  ],
  [
    'a shared worker',
    (errand) => {
      const { port } = new SharedWorker(new URL('./worker-script.ts', import.meta.url), { type: 'module' });
      return asked(port, errand);
    },
  ],
];

describe.each(places)('%s', (_, sent) => {
  test('reads with the token of a user, at half the rate since its preflights count', async () => {
    const { baseUrl, tokens } = await openPlatform();
    expect(await sent({ baseUrl, token: tokens.client, tokenKind: 'user' })).toEqual({
      name: 'Fenna Voorbeeld',
      tasks: 3,
      rate: 15,
    });
  });

  test.each<Partial<Errand>>([{ tokenKind: 'apiUser' }, {}])(
    'refuses a token with the options %o before anything is sent',
    async (said) => {
      const platform = await openPlatform();
      const report = await sent({ baseUrl: platform.baseUrl, token: platform.tokens.apiUser, ...said });

      expect(report).toMatchObject({ error: 'InputError' });
      expect(report).toHaveProperty('message', expect.stringContaining('tokenKind'));
      expect(await platform.seen()).toEqual([]);
    },
  );

  test('is no page that Node simulates, whatever the option is', async () => {
    const platform = await openPlatform();
    const { baseUrl, tokens } = platform;
    expect(await sent({ baseUrl, token: tokens.apiUser, simulatedPage: true })).toMatchObject({ error: 'InputError' });
    expect(await platform.seen()).toEqual([]);
  });
});
