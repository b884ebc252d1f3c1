// One package's GETs, ten at a time: processor milliseconds for each, the process's other threads counted.
import { connect } from 'care-platform';
import { type Get, peers } from '../peers/getters.ts';

const [name = '', base = ''] = process.argv.slice(2);
const atOnce = 10;

async function ours(): Promise<Get> {
  // Its throttle is at work, only wider than any of these go.
  const throttle = { requestsPerSecond: 1000, burst: 1000, connections: 20 };
  const care = await connect({ baseUrl: base, token: 'bench', throttle });
  const client = { url: `${base}/c/items/1` };
  return () => care.client(client);
}

const make = name === 'care-platform' ? ours : peers[name];
if (make === undefined) throw new Error(`No package of the bench is called ${name}.`);
const get = await make(base);

async function many(count: number): Promise<void> {
  const worker = async () => {
    for (let i = 0; i < count / atOnce; i++) await get();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** After a rest that lets all of them go at once: nobody waits for a limit, and no idle time is counted. */
async function processorTime(count: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, count * 1.1));
  const before = process.cpuUsage();
  await many(count);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}

// Short rounds: one of many falls into a quiet moment of the machine, also if that is busy otherwise. The first ones are for
// the compiler, which goes on after 1,000 calls.
const count = 250;
for (let round = 0; round < 8; round++) await processorTime(count);
let fastest = Number.POSITIVE_INFINITY;
for (let round = 0; round < 30; round++) fastest = Math.min(fastest, await processorTime(count));
console.log(JSON.stringify({ milliseconds: fastest }));
process.exit();
