// Tests a part of a program against the sandbox: its writes, its mails, and a lost response.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Application, connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';

// Your own code: it takes the connection.
async function discharge(care: Application, patientNumber: string): Promise<void> {
  const client = await care.client({ id: patientNumber });
  await client.deactivate({ sendEmail: 'no' });
}

async function world() {
  const sandbox = createSandbox({ limits: false });
  const { baseUrl, tokens, fetch } = sandbox;
  return { sandbox, care: await connect({ baseUrl, token: tokens.apiUser, fetch }) };
}

test('a client who is discharged cannot log in, and gets no mail', async () => {
  const { sandbox, care } = await world();
  await discharge(care, 'EHR-1042');
  assert.equal(sandbox.control.user('EHR-1042').active, false);
  assert.deepEqual(sandbox.outbox, []);
});

test('a lost response changes nothing about that', async () => {
  const { sandbox, care } = await world();
  sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST' });
  await discharge(care, 'EHR-1042');
  assert.equal(sandbox.control.user('EHR-1042').active, false);
  assert.equal(sandbox.journal.filter(({ method }) => method === 'POST').length, 1);
});
