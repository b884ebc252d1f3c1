// The tour: `npm start`. It starts an embedded platform on this machine and does the main jobs over real HTTP. With
// CARE_BASE_URL and CARE_TOKEN set, it does its reading half against that installation instead, and writes nothing.
import { connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { read } from './tour/reading.ts';
import { say, step } from './tour/screen.ts';
import { write } from './tour/writing.ts';

const { CARE_BASE_URL, CARE_TOKEN } = process.env;

if (CARE_BASE_URL) {
  await visit(CARE_BASE_URL, CARE_TOKEN, process.env.CARE_CLIENT_ID);
} else {
  const sandbox = createSandbox({ clock: { start: new Date() } });
  const server = await sandbox.listen();
  say(`An embedded platform with invented people answers at ${server.baseUrl}.`);
  await visit(server.baseUrl, sandbox.tokens.apiUser, 'EHR-1042', (user) => {
    sandbox.control.assignTask(user, { title: 'Fill in the weekly questionnaire' });
  });
  const { highestConnections, refused } = server.stats();
  say(`The platform saw at most ${highestConnections} connections at once and refused ${refused} requests.`);
  await server.close();
}

async function visit(
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
  const { sent, waited, refused } = care.throttle.stats();
  const seconds = (performance.now() - started) / 1000;
  say(
    `${sent} requests in ${seconds.toFixed(1)} s, ${(waited / 1000).toFixed(1)} s of waiting in all, refused: ${refused}.`,
  );
  care.close();
}
