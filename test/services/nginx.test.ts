import { createServer } from 'node:http';
import { type Application, connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { applicationDocument, exportJobDocument } from '../support/documents.js';
import { type Burst, highestInASecond, highestSockets, type Nginx, refusals, startNginx } from './nginx.js';
import { describeServices } from './suite.js';

async function connectThrough(
  burst: Burst,
  after: (end: () => Promise<void>) => void,
): Promise<{ care: Application; nginx: Nginx }> {
  const sandbox = createSandbox({ limits: false });
  const server = await sandbox.listen();
  const nginx = await startNginx(server.url, burst);
  const care = await connect({ baseUrl: nginx.baseUrl, token: sandbox.tokens.apiUser });
  after(async () => {
    care.close();
    await nginx.stop();
    await server.close();
  });
  return { care, nginx };
}

function readMany(care: Application, count: number): Promise<unknown[]> {
  return Promise.all(Array.from({ length: count }, () => care.client({ id: 'EHR-1042' })));
}

describeServices('nginx with limit_req rate=30r/s and limit_conn 20', ['nginx'], () => {
  test.concurrent('burst=30: nothing is refused, and the burst is used', async ({ onTestFinished }) => {
    const { care, nginx } = await connectThrough(30, onTestFinished);
    await readMany(care, 90);
    const requests = nginx.requests();
    expect(requests).toHaveLength(91);
    expect(refusals(requests)).toBe(0);
    expect(highestSockets(requests)).toBeLessThanOrEqual(20);
    const [first] = requests;
    const atOnce = requests.filter(({ start }) => start < (first?.start ?? 0) + 900);
    // Evenly spaced it would be 27.
    expect(atOnce.length).toBeGreaterThan(30);
    expect(highestInASecond(requests)).toBeLessThanOrEqual(60);
  });

  test.concurrent('burst=5, the client not told: every call succeeds, refusals come at the start only', async ({
    onTestFinished,
  }) => {
    const { care, nginx } = await connectThrough(5, onTestFinished);
    await readMany(care, 90);
    const requests = nginx.requests();
    expect(requests.filter(({ status }) => status === 200)).toHaveLength(91);
    expect(refusals(requests)).toBeGreaterThan(0);
    expect(refusals(requests.slice(-60))).toBe(0);
    expect(highestSockets(requests)).toBeLessThanOrEqual(20);
  });

  test.concurrent('no burst at all: every call succeeds, and refusals become rare', async ({ onTestFinished }) => {
    const { care, nginx } = await connectThrough(0, onTestFinished);
    await readMany(care, 90);
    const requests = nginx.requests();
    expect(requests.filter(({ status }) => status === 200)).toHaveLength(91);
    // The spacing widens with each refusal, until jitter is no longer one.
    expect(refusals(requests.slice(-45))).toBeLessThanOrEqual(4);
    expect(highestSockets(requests)).toBeLessThanOrEqual(20);
  });

  test.concurrent('slow bodies, every other one a download: never more than 20 sockets', async ({ onTestFinished }) => {
    let open = 0;
    let highest = 0;
    const upstream = createServer((request, response) => {
      const base = `http://${request.headers.host}/api/2`;
      const links = { download: '/export/j1/download' };
      const isSlow = request.url !== '/api/2' && request.url !== '/api/2/export/j1';
      const document = request.url === '/api/2' ? applicationDocument({}, base) : exportJobDocument({}, links, base);
      response.writeHead(200, { 'content-type': 'application/json;charset=UTF-8' });
      response.flushHeaders();
      if (isSlow) highest = Math.max(highest, ++open);
      const end = () => {
        if (isSlow) open--;
        response.end(JSON.stringify(document));
      };
      if (isSlow) setTimeout(end, 500);
      else end();
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const address = upstream.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const nginx = await startNginx(`http://127.0.0.1:${port}`, 30);
    const care = await connect({ baseUrl: nginx.baseUrl, token: 'token-of-the-tests' });
    onTestFinished(async () => {
      care.close();
      await nginx.stop();
      upstream.closeAllConnections();
      upstream.close();
    });
    const job = await care.exportJob(`${nginx.baseUrl}/export/j1`);
    const read = async (index: number) =>
      index % 2 === 0 ? (await job.download()).text() : care.exportJob(`${nginx.baseUrl}/export/j${index + 2}`);
    await Promise.all(Array.from({ length: 100 }, (_, index) => read(index)));
    const requests = nginx.requests();
    expect(requests).toHaveLength(102);
    expect(refusals(requests)).toBe(0);
    expect(highest).toBe(20);
    expect(highestSockets(requests)).toBeLessThanOrEqual(20);
  });
});
