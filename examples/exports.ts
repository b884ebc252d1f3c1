// Runs an export from start to end. Any process can continue it: keep only the URL of the job.
import { connect, isCareError } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });

const { url } = await care.startExport({ name: 'client', output_format: 'csv' });
console.log(`Started: ${new URL(url).pathname}`);

// From here on it could be another process, on another day. A time limit and an abort leave the job running.
const job = await care.exportJob(url);
const stop = new AbortController();
process.once('SIGINT', () => stop.abort(new Error('Stopped; the export goes on.')));
try {
  const done = await job.waitForCompletion({
    timeout: 10 * 60_000,
    signal: stop.signal,
    onProgress: ({ data }) => console.log(`It is ${data.state}.`),
  });
  console.log(`${done.data.filename}: ${done.data.content_length} bytes, kept until ${done.expiresAt?.toISOString()}`);
} catch (error) {
  if (!isCareError(error, 'ExportFailedError')) throw error;
  console.log(`The platform says: ${error.reason}`, error.extra);
}

// Cancel an export that is no longer needed. The platform responds with 401 if it is not pending any more.
const other = await care.startExport({ name: 'client', output_format: 'xlsx' });
await other.cancel().catch((error: unknown) => {
  if (!isCareError(error, 'UnauthorizedError')) throw error;
});
console.log(`The other one is ${(await other.refresh()).data.state}.`);
care.close();
