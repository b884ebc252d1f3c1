// Connects with a token that can change, logs every attempt, and ends a call that takes too long.
import { connect, isCareError } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN = '' } = process.env;

const care = await connect({
  baseUrl: CARE_BASE_URL,
  token: () => CARE_TOKEN, // called once, and again after a 401: read the token from your store here
  timeout: 30_000, // of each attempt
  deadline: 120_000, // of a whole call, with its waits and retries
  logger: { warn: console.log },
  hooks: {
    afterResponse: ({ method, target, path, status, milliseconds }) => {
      console.log(`${method} ${target} (${path}): ${status} after ${milliseconds} ms`); // no id, no name, no query
    },
  },
});
console.log(`${care.data.name} offers ${care.links.names().join(', ')}.`);

// A signal can end any call. Its running request ends too.
const stop = new AbortController();
stop.abort(new Error('Nobody waits for it any more.'));
await care.client({ id: 'EHR-1042' }, { signal: stop.signal }).catch((reason: Error) => console.log(reason.message));

// The platform refuses a wrong token. A missing token is refused before anything is sent.
for (const token of ['wrong', undefined]) {
  await connect({ baseUrl: CARE_BASE_URL, token }).catch((error: unknown) => {
    if (!isCareError(error)) throw error;
    console.log(`${error.name}: ${error.message}`);
  });
}
care.close();
