// The tour: `npm start`. It starts an embedded platform on this machine and does the main jobs over real HTTP. With
// CARE_BASE_URL and CARE_TOKEN set, it does its reading half against that installation instead, and writes nothing.
import { createSandbox } from 'care-platform/sandbox';
import { say } from './tour/screen.ts';
import { visit } from './tour/visit.ts';

const { CARE_BASE_URL, CARE_TOKEN } = process.env;

if (CARE_BASE_URL) {
  await visit(CARE_BASE_URL, CARE_TOKEN, process.env.CARE_CLIENT_ID);
} else {
  const sandbox = createSandbox({ clock: { start: new Date() } });
  const server = await sandbox.listen();
  say(`An embedded platform with invented people runs at ${server.baseUrl}.`);
  await visit(server.baseUrl, sandbox.tokens.apiUser, 'EHR-1042', (user) => {
    sandbox.control.assignTask(user, { title: 'Fill in the weekly questionnaire' });
  });
  const { highestConnections, refused } = server.stats();
  say(`The platform saw at most ${highestConnections} connections at once and refused ${refused} requests.`);
  await server.close();
}
