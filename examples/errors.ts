// Meets the errors that a program should know, from a platform that has faults on purpose.
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

// A gateway's page is waited out and repeated, since a reading may be.
faults.add({ kind: 'html', status: 502 });
await attempt(() => care.client({ id: 'EHR-1042' }));

// It never answers: after `timeout`, for each of the attempts.
faults.add({ kind: 'stall', when: 'before', times: 3 });
await attempt(() => care.client({ id: 'EHR-1042' }));

// A write whose answer is lost, and which may not be done twice.
faults.add({ kind: 'drop', when: 'after', method: 'POST' });
await attempt(() => care.createLabel('Vrijdagmiddag'));
care.close();
