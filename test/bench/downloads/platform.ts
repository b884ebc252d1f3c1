// A program of its own, so that making the bytes costs the measured process neither time nor memory.
import { connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import type { Jobs, Pair } from './jobs.ts';

const sandbox = createSandbox({ clock: { frozen: true } });
const { baseUrl } = await sandbox.listen();
const token = sandbox.tokens.dataOfficer;
const care = await connect({ baseUrl, token });

async function made(format: 'csv' | 'json', size: { bytes: number } | { rows: number }): Promise<string> {
  sandbox.control.enlargeNextExport(size);
  const { url } = await care.startExport({ name: 'client', output_format: format });
  sandbox.control.stepExport(url);
  sandbox.control.stepExport(url);
  return url;
}

async function rows(format: 'csv' | 'json'): Promise<Pair> {
  return { small: await made(format, { rows: 200_000 }), large: await made(format, { rows: 2_000_000 }) };
}

const file: Pair = { small: await made('csv', { bytes: 2 ** 27 }), large: await made('csv', { bytes: 2 ** 30 }) };
const jobs: Jobs = { baseUrl, token, file, csv: await rows('csv'), json: await rows('json') };
console.log(JSON.stringify(jobs));
