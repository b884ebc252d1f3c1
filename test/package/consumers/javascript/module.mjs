import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, connect, isCareError } from 'care-platform';
import { parseCalendar } from 'care-platform/calendar';
import { saveDownload } from 'care-platform/node';
import { withTelemetry } from 'care-platform/opentelemetry';
import { redisThrottle } from 'care-platform/redis';
import { createSandbox } from 'care-platform/sandbox';

const sandbox = createSandbox({ clients: 7, settings: { exportQueuedFor: 0, exportRunsFor: 0 } });
const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });

let clients = 0;
for await (const user of care.clients({ limit: 3 })) if (user instanceof Client) clients++;

const client = await care.client({ id: 'EHR-1042' });
const calendar = parseCalendar(await client.calendar());
const error = await care.client({ id: 'nobody' }).catch((reason) => reason);

const job = await (await care.startExport({ name: 'client', output_format: 'csv' })).waitForCompletion({ interval: 1 });
let rows = 0;
for await (const row of job.rows()) if (row.id === 'EHR-1042') rows++;
const folder = await mkdtemp(join(tmpdir(), 'care-platform-consumer-'));
const saved = await stat(await saveDownload(await job.download(), folder));
await rm(folder, { recursive: true });

console.log(
  JSON.stringify({
    clients,
    calendar: calendar.todos.length > 0,
    error: isCareError(error, 'NotFoundError'),
    rows,
    saved: saved.size > 0,
    redis: typeof redisThrottle,
    telemetry: typeof withTelemetry({ baseUrl: sandbox.baseUrl }).fetch,
  }),
);
