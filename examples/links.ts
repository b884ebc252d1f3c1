// Follows the platform's links: documented ones by methods, others by name. It handles missing ones.
import { Client, connect, isCareError } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });

const client = await care.client({ id: 'EHR-1042' });
console.log(`${client.data.name} offers: ${client.links.names().join(', ')}.`);

// Each documented link has a method. `follow` takes any link, and is typed for documented ones.
const tasks = await client.follow('tasks.items');
console.log(`${(await tasks.toArray()).length} tasks.`);

// A stored URL opens again as a resource of its kind.
const again = await care.open(client.url);
console.log(again instanceof Client && again.data.name);

// Users have different permissions. Check for the link first, or handle the error.
for await (const user of care.clients()) {
  if (!(user instanceof Client)) continue;
  try {
    await user.diary();
  } catch (error) {
    if (!isCareError(error, 'LinkNotFoundError')) throw error;
    console.log(`${user.data.name} has no '${error.wanted}', but ${error.offered.length} other links.`);
  }
}

// `request` sends what this package does not know, with the same token, limits and checks.
const { status, data } = await care.request({ url: 'c/items', query: { limit: 1 } });
console.log(status, typeof data);
care.close();
