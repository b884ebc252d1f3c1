// 100,000 clients in pages of 1,000, read to the end: seconds, and MiB of live heap more than after the first page.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connect } from 'care-platform';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const [name = '', base = ''] = process.argv.slice(2);
const limit = 1_000;

async function* bare(): AsyncGenerator<readonly unknown[], void> {
  for (let start = 0; ; start += limit) {
    const response = await fetch(`${base}/c/items?start=${start}&limit=${limit}`);
    const { '@items': items } = (await response.json()) as { '@items': unknown[] };
    if (items.length === 0) return;
    yield items;
  }
}

async function* ours(): AsyncGenerator<readonly unknown[], void> {
  const care = await connect({ baseUrl: base, token: 'bench', throttle: { requestsPerSecond: 1000, burst: 1000 } });
  for await (const { items } of care.clients({ limit }).pages()) yield items;
}

let items = 0;
let pages = 0;
let growth = 0;
let start = 0;
let before = process.cpuUsage();
for await (const page of name === 'fetch' ? bare() : ours()) {
  items += page.length;
  pages++;
  if (pages % 10 !== 1) continue;
  const used = process.cpuUsage(before);
  collect();
  const heap = process.memoryUsage().heapUsed / 2 ** 20;
  if (pages === 1) start = heap;
  growth = Math.max(growth, heap - start);
  // What the collection above took is not the package's.
  before = process.cpuUsage();
  before.user -= used.user;
  before.system -= used.system;
}
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ items, growth, milliseconds: (user + system) / 1000 }));
process.exit();
