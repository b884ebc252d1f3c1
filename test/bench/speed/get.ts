// One package's GETs, ten at a time. For each message it answers with the processor milliseconds of one GET, the process's
// other threads counted.
import { connect } from 'care-platform';
import { type Get, peers } from '../peers/getters.ts';

const [name = '', base = ''] = process.argv.slice(2);
const atOnce = 10;

async function ours(): Promise<Get> {
  // Its throttle is at work, only wider than the rounds of `speed.ts` go. An ended request holds its connection for three
  // turns of the loop, in which the next one begins.
  const throttle = { requestsPerSecond: 1000, burst: 1000, connections: 4 * atOnce };
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

process.on('message', async (count: number) => {
  const before = process.cpuUsage();
  await many(count);
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / 1000 / count);
});
process.on('disconnect', () => process.exit());
