// Reads lists: item by item, page by page, only the first item, and with prefetched pages.
import { Client, connect } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });
const sent = () => care.throttle.stats().sent;

// Nothing is sent until it is iterated; `break` stops it.
const users = care.clients({ limit: 5 });
for await (const user of users) {
  if (!(user instanceof Client)) continue; // friends are in the same list
  console.log(user.data.name, user.data.id ?? '(no external id)');
  if (user.data.id === 'EHR-1044') break;
}

for await (const { items, total } of users.pages()) console.log(`A page of ${items.length}, of ${total} in all.`);

let before = sent();
const first = await users.first();
console.log(first?.url === undefined ? 'Nobody.' : 'The first one,', sent() - before, 'request.');

before = sent();
console.log((await users.toArray({ max: 7 })).length, 'of them,', sent() - before, 'requests.');

// The next pages are requested while these items are processed.
for await (const user of care.clients({ limit: 5, prefetch: 2 })) {
  if (user instanceof Client && user.links.has('diary')) console.log(user.data.name);
}

// A search is a list too: all criteria must fit.
console.log((await care.searchClients({ active: false }).toArray()).length, 'cannot log in.');
care.close();
