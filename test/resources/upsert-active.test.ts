import { connect, type NewClient } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';

const person: Omit<NewClient, 'id'> = {
  ...{ first_name: 'Nieuwe', last_name: 'Verzinsel', active: false, email: 'nieuwe.verzinsel@mail.example' },
  ...{ gender: 'other', date_of_birth: '1980-02-03' },
};

test('upsertClient with `updateActive` activates and deactivates, and sends no change of fields for that', async () => {
  const sandbox = createSandbox({ limits: false });
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  await care.upsertClient('EHR-9', person);
  for (const active of [true, true, false]) {
    const before = (await care.client({ id: 'EHR-9' })).data.active;
    const from = sandbox.journal.length;
    const { outcome, resource } = await care.upsertClient('EHR-9', { ...person, active }, { updateActive: true });
    expect([outcome, resource.data.active]).toEqual([active === before ? 'unchanged' : 'updated', active]);
    expect((await care.client({ id: 'EHR-9' })).data.active).toBe(active);
    expect(sandbox.journal.slice(from).filter(({ method }) => method === 'PATCH')).toEqual([]);
  }
});
