// A sandbox in a thread of its own, so that what it remembers of 100,000 requests is in no measurement of the client.
import { parentPort } from 'node:worker_threads';
import { createSandbox } from 'care-platform/sandbox';

const sandbox = createSandbox({ limits: { requestsPerSecond: 1e6, burst: 1e6, connections: 20 } });
const server = await sandbox.listen();
sandbox.faults.add({ kind: 'drop', when: 'before', chance: 0.01, skip: 1, times: Number.POSITIVE_INFINITY });
parentPort?.postMessage({ baseUrl: server.baseUrl, token: sandbox.tokens.apiUser });
parentPort?.on('message', async () => {
  const { highestConnections, requests } = server.stats();
  await server.close();
  parentPort?.postMessage({ highestConnections, requests });
  parentPort?.close();
});
