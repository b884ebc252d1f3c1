import { createServer } from 'node:http';
import { type Application, connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { applicationDocument, exportJobDocument } from '../support/documents.js';
import { type Burst, highestSockets, type Nginx, refusals, startNginx } from './nginx.js';
import { describeWithPrograms } from './suite.js';

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

describeWithPrograms('nginx with limit_req rate=30r/s and limit_conn 20', ['nginx'], () => {
  test.concurrent('burst=30: every call succeeds, on at most 20 sockets', async ({ onTestFinished }) => {
    const { care, nginx } = await connectThrough(30, onTestFinished);
    await readMany(care, 90);
    const { sent, rateLimited } = care.throttle.stats();
    const requests = await nginx.requests(sent);
    expect(requests).toHaveLength(91 + rateLimited);
    expect(refusals(requests)).toBe(rateLimited);
    expect(highestSockets(requests)).toBeLessThanOrEqual(20);
  });

  test.concurrent('burst=5, which the client does not know: every call succeeds although some were refused', async ({
    onTestFinished,
  }) => {
    const { care, nginx } = await connectThrough(5, onTestFinished);
    await readMany(care, 90);
    const requests = await nginx.requests(care.throttle.stats().sent);
    expect(requests.filter(({ status }) => status === 200)).toHaveLength(91);
    expect(refusals(requests)).toBeGreaterThan(0);
    expect(highestSockets(requests)).toBeLessThanOrEqual(20);
  });

  test.concurrent('no burst at all: every call succeeds although many were refused', async ({ onTestFinished }) => {
    const { care, nginx } = await connectThrough(0, onTestFinished);
    await readMany(care, 90);
    const requests = await nginx.requests(care.throttle.stats().sent);
    expect(requests.filter(({ status }) => status === 200)).toHaveLength(91);
    expect(refusals(requests)).toBeGreaterThan(0);
    expect(care.throttle.stats().requestsPerSecond).toBeLessThan(30);
    expect(highestSockets(requests)).toBeLessThanOrEqual(20);
  });

  test.concurrent('slow bodies, every other one a download: never more than 20 sockets', async ({ onTestFinished }) => {
    let open = 0;
    let highest = 0;
    const held: (() => void)[] = [];
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
      if (!isSlow) end();
      else if (highest < 20) held.push(end);
      else {
        // Once 20 requests are open at the same time, all held requests end. Each later one ends at once.
        for (const release of held.splice(0)) release();
        setTimeout(end, 50);
      }
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
    const { sent, rateLimited } = care.throttle.stats();
    const requests = await nginx.requests(sent);
    expect(requests).toHaveLength(102 + rateLimited);
    expect(highest).toBe(20);
    expect(highestSockets(requests)).toBeLessThanOrEqual(20);
  });
});
