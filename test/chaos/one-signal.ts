import { getEventListeners, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { connect } from 'care-platform';
import { runConcurrently } from './concurrency.js';
import { Findings, type Report } from './report.js';

const lanes = 40;
const megabyte = 2 ** 20;

/** So many calls on one signal that lives as long as the process, one in a hundred of which has to be repeated. */
export async function oneSignal(count: number): Promise<Report> {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('Run it with --expose-gc.');
  const findings = new Findings();
  const thread = new Worker(new URL('./platform-thread.ts', import.meta.url));
  const [{ baseUrl, token }] = await once(thread, 'message');
  const throttle = { requestsPerSecond: 1000, burst: 1000, connections: 20 };
  const care = await connect({ baseUrl, token, throttle, retry: 5 });
  const { signal } = new AbortController();
  const listeners = () => getEventListeners(signal, 'abort').length;
  let mostListeners = 0;
  let failed = 0;
  const call = async () => {
    const running = care.labels({}, { signal, deadline: 60_000 }).first();
    mostListeners = Math.max(mostListeners, listeners());
    await running.catch(() => failed++);
  };

  // What is loaded and compiled at first is no leak.
  const heaps: number[] = [];
  const began = performance.now();
  for (let part = 0; part < 10; part++) {
    await runConcurrently(
      Array.from({ length: count / 10 }, () => call),
      lanes,
    );
    collect();
    heaps.push(process.memoryUsage().heapUsed / megabyte);
  }
  const seconds = (performance.now() - began) / 1000;
  care.close();
  thread.postMessage('stop');
  const [{ highestConnections, requests }] = await once(thread, 'message');

  const [, early = 0] = heaps;
  const growth = (heaps.at(-1) ?? 0) - early;
  findings.figure('Calls, requests, seconds', `${count}, ${requests}, ${seconds.toFixed(1)}`);
  findings.figure('Heap after each tenth, MB', heaps.map((heap) => heap.toFixed(1)).join(' '));
  findings.figure('Growth from the second tenth to the last, MB', growth.toFixed(2));
  findings.figure('Listeners on the signal, at most and afterwards', `${mostListeners} and ${listeners()}`);
  findings.figure('Most sockets at once', highestConnections);
  findings.bound(`${failed} calls failed.`, failed === 0);
  findings.bound(`The heap grew by ${growth.toFixed(2)} MB.`, growth < 2);
  findings.bound(`${mostListeners} listeners were on the signal.`, mostListeners <= 2);
  findings.bound(`${listeners()} listeners were left on the signal.`, listeners() === 0);
  findings.bound(`${highestConnections} sockets were open at once.`, highestConnections <= 20);
  return findings;
}
