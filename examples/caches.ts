// Keeps plain forms of resources in a file, as a cache does, and sends them to a worker.
import { readFile, writeFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type Client, connect, isCareError, type Plain } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
const [folder = '.'] = process.argv.slice(2);
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });
const client = await care.client({ id: 'EHR-1042' });

// It is JSON. It has no token, but it is health data.
await writeFile(`${folder}/client.json`, JSON.stringify(client.toPlain()), { mode: 0o600 });
const stored: Plain<Client> = JSON.parse(await readFile(`${folder}/client.json`, 'utf8'));
console.log(stored.data.name, 'was changed', new Date(stored.modifiedAt ?? 0).toISOString());

// A Client again, without a request: with methods, and its times are `Date`s.
const before = care.throttle.stats().sent;
const restored = await care.restore(stored);
console.log(restored.modifiedAt?.getFullYear(), restored.links.has('diary'), care.throttle.stats().sent - before);
console.log((await restored.tasks().toArray()).length, 'tasks');

// A worker gets a copy. It would need a connection of its own to restore it.
const code = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.postMessage(workerData.map((plain) => plain.data.name));
`;
const plains = (await care.professionals().toArray()).map((professional) => professional.toPlain());
const worker = new Worker(code, { eval: true, workerData: plains });
console.log(await new Promise((resolve) => worker.once('message', resolve)));

// What was stored may be damaged or changed: each wrong field is named.
const damaged = { ...stored, data: { ...stored.data, active: 'yes' } } as unknown as Plain<Client>;
const failure = await care.restore(damaged).catch((error: unknown) => error);
if (isCareError(failure, 'InputError')) console.log(failure.problems);
care.close();
