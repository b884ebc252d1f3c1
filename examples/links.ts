// Goes where the platform's links lead: known ones by methods, any by its name, and past what is missing.
import { Client, connect, isCareError } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });

const client = await care.client({ id: 'EHR-1042' });
console.log(`${client.data.name} offers: ${client.links.names().join(', ')}.`);

// A method for each documented link; `follow` for any, typed where it is documented.
const tasks = await client.follow('tasks.items');
console.log(`${(await tasks.toArray()).length} tasks.`);

// A URL that was stored opens again, as what it is.
const again = await care.open(client.url);
console.log(again instanceof Client && again.data.name);

// Not everybody may do everything. Ask before you offer it, or take the error.
for await (const user of care.clients()) {
  if (!(user instanceof Client)) continue;
  try {
    await user.diary();
  } catch (error) {
    if (!isCareError(error, 'LinkNotFoundError')) throw error;
    console.log(`${user.data.name} has no '${error.wanted}', but ${error.offered.length} other links.`);
  }
}

// The way out for what this package does not know: same token, same limits, same checks.
const { status, data } = await care.request({ url: 'c/items', query: { limit: 1 } });
console.log(status, typeof data);
care.close();
