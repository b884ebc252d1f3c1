// Shows the errors that a program should know. The platform has faults on purpose.
import { connect, isCareError } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';

const sandbox = createSandbox();
const { baseUrl, fetch, tokens, faults } = sandbox;
const care = await connect({ baseUrl, token: tokens.apiUser, fetch, timeout: 200 });

async function attempt(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
    console.log('It went well.');
  } catch (error) {
    if (!isCareError(error)) throw error;
    console.log(`${error.name}: ${error.message}`);
    if (isCareError(error, 'OutcomeUnknownError')) console.log(`  Look first: ${error.check}`);
    if (isCareError(error, 'InputError')) console.log('  Fields:', error.problems.map(({ name }) => name).join(', '));
  }
}

await attempt(() => care.client({ id: 'EHR-9999' }));
await attempt(() => care.createLabel(''));

// A GET is retried after a gateway's page.
faults.add({ kind: 'html', status: 502 });
await attempt(() => care.client({ id: 'EHR-1042' }));

// The platform never responds: each attempt ends after `timeout`.
faults.add({ kind: 'stall', when: 'before', times: 3 });
await attempt(() => care.client({ id: 'EHR-1042' }));

// The response of a write is lost, and the write may not be sent twice.
faults.add({ kind: 'drop', when: 'after', method: 'POST' });
await attempt(() => care.createLabel('Vrijdagmiddag'));
care.close();
