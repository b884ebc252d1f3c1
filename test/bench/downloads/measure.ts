// One way to take finished exports, in a process of its own: `measure.ts WAY JOBS FOLDER`.
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { connect } from 'care-platform';
import { saveDownload } from 'care-platform/node';
import type { Jobs, Measured, Pair, Way } from './jobs.ts';

const [way, text, folder] = process.argv.slice(2) as [Way, string, string];
const jobs = JSON.parse(text) as Jobs;
const care = await connect({ baseUrl: jobs.baseUrl, token: jobs.token });
const path = join(folder, way);

/** Gives the bytes or rows that it took. */
type Work = (url: string) => Promise<number>;

async function bareFetch(url: string): Promise<number> {
  const job = await care.exportJob(url);
  const headers = { authorization: `svc-token ${jobs.token}` };
  const { body } = await fetch(job.links.get('download').url, { headers });
  if (body === null) throw new Error('The download has no body.');
  await pipeline(body, createWriteStream(path));
  return (await stat(path)).size;
}

async function save(url: string): Promise<number> {
  const job = await care.exportJob(url);
  return (await stat(await saveDownload(await job.download(), path))).size;
}

async function rows(url: string): Promise<number> {
  let count = 0;
  for await (const row of (await care.exportJob(url)).rows()) {
    if (row.number === undefined) throw new Error('A row has no number.');
    count++;
  }
  return count;
}

const ways: Record<Way, [Work, Pair]> = {
  fetch: [bareFetch, jobs.file],
  save: [save, jobs.file],
  csv: [rows, jobs.csv],
  json: [rows, jobs.json],
};
const [work, { small, large }] = ways[way];

const memory = () => process.memoryUsage.rss() / 2 ** 20;
const idle = memory();
await work(small);
const warm = memory();
let highest = 0;
const watch = setInterval(() => {
  highest = Math.max(highest, memory());
}, 10);
const started = performance.now();
const busy = process.cpuUsage();
const count = await work(large);
const { user, system } = process.cpuUsage(busy);
const seconds = (performance.now() - started) / 1000;
clearInterval(watch);
const measured: Measured = {
  seconds,
  cpu: (user + system) / 1e6,
  count,
  growth: { warm: highest - warm, idle: highest - idle },
};
console.log(JSON.stringify(measured));
care.close();
