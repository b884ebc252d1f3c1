// A page of 1,000 clients from text to typed resources, against `JSON.parse` of the same text.
import { connect } from 'care-platform';
import { page, root } from './documents.ts';

const base = 'https://example.org/api/2';
const limit = 1_000;
const text = page(base, { start: 0, limit, total: limit });
const headers = { 'content-type': 'application/json' };
const respond = (url: string) => new Response(url.includes('/c/items') ? text : root(base), { headers });

const care = await connect({
  baseUrl: base,
  token: 'bench',
  throttle: false,
  fetch: async (url) => respond(url),
});

const ways = {
  parse: async () => JSON.parse(text) as unknown,
  /** What the body of a `Response` costs, whoever reads it. */
  body: async () => new TextDecoder().decode(await respond('/c/items').arrayBuffer()),
  resources: async () => care.clients({ limit }).toArray({ max: limit }),
};

async function measure(way: () => Promise<unknown>, rounds: number): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < rounds; i++) await way();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / rounds;
}

const fastest = {
  parse: Number.POSITIVE_INFINITY,
  body: Number.POSITIVE_INFINITY,
  resources: Number.POSITIVE_INFINITY,
};
// In turn, so that a slow moment of the machine hits all.
for (let round = 0; round < 8; round++) {
  for (const name of ['parse', 'body', 'resources'] as const) {
    const milliseconds = await measure(ways[name], 25);
    if (round > 0) fastest[name] = Math.min(fastest[name], milliseconds);
  }
}
console.log(JSON.stringify({ ...fastest, bytes: text.length }));
care.close();
