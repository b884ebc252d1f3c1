// A nightly synchronisation with a record system. Kill it and run it again at any time. `--dry-run` writes nothing.
import { open } from 'node:fs/promises';
import { type ClientRow, connect, type SyncCounts } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN, RECORDS } = process.env;
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN, retry: { until: '15m' } });
const dryRun = process.argv.includes('--dry-run');
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort(new Error('Stopped. The next run does the rest.')));

/** The clients in the export of the record system, one line of JSON each. */
async function* readRows(): AsyncGenerator<ClientRow> {
  const file = await open(RECORDS ?? new URL('synchronisation.ndjson', import.meta.url));
  for await (const line of file.readLines()) {
    const record = JSON.parse(line);
    yield {
      id: record.number,
      first_name: record.givenName,
      last_name: record.familyName,
      email: record.mail.toLowerCase(),
      gender: record.sex === 'F' ? 'f' : record.sex === 'M' ? 'm' : 'unknown',
      date_of_birth: record.birthDate,
      active: true,
      labelTexts: record.programmes, // exactly these labels; missing ones are created
      relations: record.therapists.map((id: string) => ({ professional: { id }, predicate: 'attends' })),
    };
  }
}

let counts: SyncCounts | undefined;
for await (const result of care.syncClients(readRows(), {
  dryRun,
  updateActive: true, // a client who comes back can log in again
  sendEmail: 'no',
  deactivateWithoutRow: { max: 20 }, // a client without a row has left; it gets no mail either
  signal: stop.signal,
})) {
  const { id, index = 0, outcome } = result;
  counts = result.counts;
  if (result.outcome === 'failed') console.error(`${id} failed: ${result.error.message}`);
  else if (outcome !== 'unchanged') console.log(`${id} ${outcome}: ${Object.keys(result.changes).join(', ')}`);
  if (index % 500 === 499) console.log('So far:', counts);
}
console.log(dryRun ? 'Would be:' : 'Done:', counts);
process.exitCode = counts?.failed ? 1 : 0;
care.close();
