import { connect } from 'care-platform';
import { read } from './reading.ts';
import { say, step } from './screen.ts';
import { write } from './writing.ts';

/** Reads, and writes if a task can be assigned. Only a sandbox can do that. */
export async function visit(
  baseUrl: string,
  token: string | undefined,
  clientId: string | undefined,
  assignTask?: (userUrl: string) => void,
): Promise<void> {
  const started = performance.now();
  step('Connect');
  const care = await connect({ baseUrl, token });
  say(`${care.data.name} offers these links: ${care.links.names().join(', ')}.`);

  const client = await read(care, clientId);
  if (client !== undefined && assignTask !== undefined) await write(care, client, assignTask);

  step('What it cost');
  const { sent, waited, rateLimited: refused } = care.throttle.stats();
  const seconds = (performance.now() - started) / 1000;
  say(
    `${sent} requests in ${seconds.toFixed(1)} s, ${(waited / 1000).toFixed(1)} s of waiting in all, refused: ${refused}.`,
  );
  care.close();
}
