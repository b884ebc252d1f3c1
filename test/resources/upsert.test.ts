import { type Application, connect, InputError, type NewClient } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, describe, expect, test } from 'vitest';
import { newActiveClient, newProfessional } from '../support/people.js';
import { skipPauses } from '../support/virtual-time.js';

let sandbox: Sandbox;
let care: Application;

beforeEach(async () => {
  skipPauses();
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
});

async function requestsOf<Result>(job: () => Promise<Result>): Promise<{ result: Result; requests: string[] }> {
  const before = sandbox.journal.length;
  const result = await job();
  return { result, requests: sandbox.journal.slice(before).map((entry) => entry.method) };
}

describe('upsertClient', () => {
  test('creates a client that is not there, with two requests', async () => {
    const { result, requests } = await requestsOf(() => care.upsertClient('EHR-9', newActiveClient));
    expect(result.outcome).toBe('created');
    expect(result.resource.data).toMatchObject({ id: 'EHR-9', first_name: newActiveClient.first_name });
    expect(requests).toEqual(['GET', 'POST']);
  });

  test('leaves a client alone in which nothing differs, with one request', async () => {
    await care.upsertClient('EHR-9', newActiveClient);
    const { result, requests } = await requestsOf(() => care.upsertClient('EHR-9', { ...newActiveClient, labels: [] }));
    expect(result.outcome).toBe('unchanged');
    expect(requests).toEqual(['GET']);
  });

  test('sends only what differs', async () => {
    await care.upsertClient('EHR-9', newActiveClient);
    const { result, requests } = await requestsOf(() =>
      care.upsertClient('EHR-9', { ...newActiveClient, infix: 'van' }),
    );
    expect(result).toMatchObject({ outcome: 'updated', resource: { data: { infix: 'van' } } });
    expect(requests).toEqual(['GET', 'PATCH']);
  });

  test('leaves active as it is by default, since changing it sends mail', async () => {
    await care.upsertClient('EHR-9', newActiveClient);
    const mails = sandbox.outbox.length;
    expect(await care.upsertClient('EHR-9', { ...newActiveClient, active: false })).toMatchObject({
      outcome: 'unchanged',
    });
    expect(sandbox.outbox).toHaveLength(mails);

    const reported = await care.upsertClient(
      'EHR-9',
      { ...newActiveClient, active: false },
      { updateActive: true, sendEmail: 'no' },
    );
    expect(reported).toMatchObject({ outcome: 'updated', resource: { data: { active: false } } });
    expect(sandbox.outbox).toHaveLength(mails);
  });

  test('leaves out what the platform does not keep, instead of sending it at every run', async () => {
    sandbox.settings.fields.client.phone_number = false;
    await care.upsertClient('EHR-9', { ...newActiveClient, phone_number: '000-1' });
    const again = await care.upsertClient('EHR-9', { ...newActiveClient, phone_number: '000-1' });
    expect(again.outcome).toBe('unchanged');
  });

  test('sends a picture to a client that exists only on request', async () => {
    const picture = { '@type': 'base64', data: 'aGVsbG8=' } as const;
    await care.upsertClient('EHR-9', newActiveClient);
    expect((await care.upsertClient('EHR-9', { ...newActiveClient, picture })).outcome).toBe('unchanged');
    expect((await care.upsertClient('EHR-9', { ...newActiveClient, picture }, { updatePicture: true })).outcome).toBe(
      'updated',
    );
  });

  test('removes a picture once, and sends none that the platform does not keep', async () => {
    const picture = { '@type': 'base64', data: 'aGVsbG8=' } as const;
    const outcomeOf = async (wanted: typeof picture | null) =>
      (await care.upsertClient('EHR-9', { ...newActiveClient, picture: wanted }, { updatePicture: true })).outcome;
    await care.upsertClient('EHR-9', { ...newActiveClient, picture });
    expect(await outcomeOf(null)).toBe('updated');
    expect(await outcomeOf(null)).toBe('unchanged');
    sandbox.settings.fields.client.picture = false;
    expect(await outcomeOf(picture)).toBe('unchanged');
  });

  test('run five times at once creates one client and sends one mail', async () => {
    const mails = sandbox.outbox.length;
    const runs = await Promise.all(Array.from({ length: 5 }, () => care.upsertClient('EHR-9', newActiveClient)));
    expect(runs.filter((run) => run.outcome === 'created')).toHaveLength(1);
    expect(new Set(runs.map((run) => run.resource.url)).size).toBe(1);
    expect(sandbox.outbox).toHaveLength(mails + 1);
  });

  test('fails if the platform keeps no external ids, since every run would create another client', async () => {
    sandbox.settings.fields.client.id = false;
    await expect(care.upsertClient('EHR-9', newActiveClient)).rejects.toMatchObject({
      name: 'ResponseValidationError',
    });
  });

  test('refuses invalid fields before it reads, even if the client exists', async () => {
    await care.upsertClient('EHR-9', newActiveClient);
    for (const wrong of [{ frist_name: 'Nieuw' }, { first_name: 5 }, { email: undefined }]) {
      const { requests } = await requestsOf(async () => {
        const fields = { ...newActiveClient, ...wrong } as Omit<NewClient, 'id'>;
        await expect(care.upsertClient('EHR-9', fields)).rejects.toBeInstanceOf(InputError);
      });
      expect(requests).toEqual([]);
    }
  });

  test('passes on a refusal that no other run caused', async () => {
    const taken = { ...newActiveClient, email: 'fenna.voorbeeld@mail.example' };
    await expect(care.upsertClient('EHR-9', taken)).rejects.toMatchObject({ name: 'InvalidInputError', status: 400 });
  });
});

describe('upsertProfessional', () => {
  test('creates, leaves alone and changes as upsertClient does', async () => {
    expect((await care.upsertProfessional('PRO-9', newProfessional)).outcome).toBe('created');
    expect((await care.upsertProfessional('PRO-9', newProfessional)).outcome).toBe('unchanged');
    const changed = await care.upsertProfessional('PRO-9', { ...newProfessional, description: 'Works on Mondays.' });
    expect(changed).toMatchObject({ outcome: 'updated', resource: { data: { description: 'Works on Mondays.' } } });
    const misspelt = { ...newProfessional, descripton: 'Works on Fridays.' };
    await expect(care.upsertProfessional('PRO-9', misspelt)).rejects.toThrow(InputError);
  });
});

describe('ensureLabel', () => {
  test('finds the label that is there with one request', async () => {
    const label = await care.createLabel('Waiting list');
    const { result, requests } = await requestsOf(() => care.ensureLabel('Waiting list'));
    expect(result.data.identifier).toBe(label.data.identifier);
    expect(requests).toEqual(['GET']);
  });

  test('refuses a value that is no text before it sends anything', async () => {
    const { requests } = await requestsOf(() => expect(care.ensureLabel(41 as never)).rejects.toThrow(InputError));
    expect(requests).toEqual([]);
  });

  test('called at once with one text creates one label', async () => {
    const labels = await Promise.all([1, 2, 3].map(() => care.ensureLabel('New')));
    expect(new Set(labels.map((label) => label.data.identifier)).size).toBe(1);
    const all = await care.labels().toArray();
    expect(all.filter((label) => label.data.label === 'New')).toHaveLength(1);
  });

  test('a call whose neighbour is aborted goes on', async () => {
    const controller = new AbortController();
    const aborted = care.ensureLabel('New', { signal: controller.signal });
    const other = care.ensureLabel('New');
    controller.abort(new Error('enough'));
    await expect(aborted).rejects.toThrow('enough');
    expect((await other).data.label).toBe('New');
  });
});

describe('syncRelations', () => {
  test('adds and removes only the difference', async () => {
    const client = await care.client({ id: 'EHR-1042' });
    const before = await client.relations().toArray();
    const keep = before.map(
      ({ data }) => ({ professional: { url: data.professional.url }, predicate: 'attends' }) as const,
    );
    const wanted = [...keep.slice(0, 1), { professional: { id: 'PRO-3' }, predicate: 'supervises' } as const];
    const { result, requests } = await requestsOf(() => client.syncRelations(wanted));
    expect(result.kept).toHaveLength(1);
    expect(result.added).toHaveLength(1);
    expect(requests).toHaveLength(1 + 1 + result.removed.length);
    const again = await requestsOf(() => client.syncRelations(wanted));
    expect(again.requests).toEqual(['GET']);
    expect(again.result).toMatchObject({ added: [], removed: [] });
  });

  test('run twice at once ends with the wanted relations and without an error', async () => {
    const client = await care.client({ id: 'EHR-1042' });
    const wanted = [{ professional: { id: 'PRO-3' }, predicate: 'attends' } as const];
    await Promise.all([client.syncRelations(wanted), client.syncRelations(wanted)]);
    const after = await client.relations().toArray();
    expect(after.map(({ data }) => [data.professional.id, data.predicate])).toEqual([['PRO-3', 'attends']]);
  });
});
