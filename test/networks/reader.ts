// A program as integrators write it: what is set in its environment alone tells it how to reach the platform.
import { connect } from 'care-platform';

const { CARE_BASE_URL = '', CARE_TOKEN } = process.env;
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN, retry: 0 });
const client = await care.client({ id: 'EHR-1042' });
await client.update({ last_name: 'Voorbeeld' });
console.log('read and written');
