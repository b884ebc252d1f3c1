// Synchronises accounts with a record system. It is safe to run every night, and twice at the same time.
import { connect, isCareError, type NewClient } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });

const records: Record<string, Omit<NewClient, 'id'>> = {
  'EHR-2001': {
    first_name: 'Fenna',
    last_name: 'Voorbeeld',
    email: 'fenna@mail.example',
    gender: 'f',
    date_of_birth: '1990-01-15',
    active: false, // `true` would send a welcome mail
  },
};

for (const run of ['The first run', 'The second run']) {
  for (const [id, fields] of Object.entries(records)) {
    const { outcome, resource: client } = await care.upsertClient(id, fields);
    const wanted = [{ professional: { id: 'PRO-1' }, predicate: 'attends' }] as const;
    const { added, removed } = await client.syncRelations(wanted);
    console.log(`${run}: ${outcome}, ${added.length} relations added, ${removed.length} removed.`);
  }
}

// null resets a field. Other fields do not change, and neither does the old snapshot.
const client = await care.client({ id: 'EHR-2001' });
const changed = await client.update({ phone_number: '000-1234567', infix: null });
console.log(client.data.phone_number, '->', changed.data.phone_number);

// A misspelt field is refused here. The platform would ignore it silently.
await client.update(JSON.parse('{ "phone": "000-1234567" }')).catch((error: unknown) => {
  if (!isCareError(error, 'InputError')) throw error;
  console.log(error.message);
});
care.close();
