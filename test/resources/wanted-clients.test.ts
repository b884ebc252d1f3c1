import { type Application, connect, type WantedClient } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { newClient, newProfessional } from '../support/people.js';
import { skipPauses } from '../support/virtual-time.js';

let sandbox: Sandbox;
let care: Application;

beforeEach(async () => {
  skipPauses();
  sandbox = createSandbox({ limits: false });
  const { baseUrl, tokens, fetch } = sandbox;
  care = await connect({ baseUrl, token: tokens.apiUser, fetch, throttle: new OpenThrottle() });
});
afterEach(() => care.close());

/** What was sent while the job ran. Ids in paths are left out. */
async function requestsOf<Result>(job: () => Promise<Result>): Promise<{ result: Result; requests: string[] }> {
  const before = sandbox.journal.length;
  const result = await job();
  const requests = sandbox.journal
    .slice(before)
    .map(({ method, path }) => `${method} ${path.replace(/\/c\/[^/]+/, '/c/*')}`);
  return { result, requests };
}

const attends = (id: string) => ({ professional: { id }, predicate: 'attends' }) as const;

async function textsOf(id: string): Promise<string[]> {
  const { data } = await care.client({ id });
  const labels = await care.labels().toArray();
  return (data.labels ?? []).map(
    (identifier) => labels.find((label) => label.data.identifier === identifier)?.data.label ?? '',
  );
}

async function professionalsOf(id: string): Promise<unknown[]> {
  return (await (await care.client({ id })).relations().toArray()).map(({ data }) => data.professional.id);
}

const wanted: WantedClient = {
  ...newClient,
  labelTexts: ['Waiting list', 'Group B'],
  relations: [attends('PRO-1'), attends('PRO-2')],
};

describe('an upsert with texts of labels and relations', () => {
  test('creates missing labels, then the client, then its relations', async () => {
    const known = await care.createLabel('Group B');
    const { result, requests } = await requestsOf(() => care.upsertClient('EHR-9', wanted));
    expect(requests).toEqual([
      'GET /aux/client/id/EHR-9',
      'GET /configuration/labels/items',
      'GET /configuration/labels/items',
      'POST /configuration/labels',
      'GET /configuration/labels/items',
      'POST /c',
      'POST /c/*/relations',
      'POST /c/*/relations',
    ]);
    expect(result).toMatchObject({ outcome: 'created', createdLabels: ['Waiting list'] });
    expect(result.changes.labels?.to).toContain(known.data.identifier);
    expect(result.changes.relations).toEqual({ from: undefined, to: wanted.relations });
    expect(result.relations).toMatchObject({ added: { length: 2 }, removed: [], kept: [] });
    expect(await textsOf('EHR-9')).toEqual(['Waiting list', 'Group B']);
    expect(await professionalsOf('EHR-9')).toEqual(['PRO-1', 'PRO-2']);
    expect(sandbox.outbox).toEqual([]);
  });

  test('sends nothing that writes if nothing differs', async () => {
    await care.upsertClient('EHR-9', wanted);
    const { result, requests } = await requestsOf(() => care.upsertClient('EHR-9', wanted));
    expect(result).toMatchObject({ outcome: 'unchanged', changes: {}, createdLabels: [] });
    expect(result.relations).toMatchObject({ added: [], removed: [], kept: { length: 2 } });
    expect(requests).toEqual([
      'GET /aux/client/id/EHR-9',
      'GET /configuration/labels/items',
      'GET /c/*/relations/items',
    ]);
  });

  test('changes the labels and the relations that differ, and no others', async () => {
    const { resource } = await care.upsertClient('EHR-9', wanted);
    const changed = { ...wanted, labelTexts: ['Group B'], relations: [attends('PRO-2'), attends('PRO-3')] };
    const { result } = await requestsOf(() => care.upsertClient('EHR-9', changed));
    expect(Object.keys(result.changes)).toEqual(['labels', 'relations']);
    expect(result.changes.labels?.from).toEqual(resource.data.labels);
    expect(result.changes.relations?.from).toMatchObject([
      { professional: { id: 'PRO-2' } },
      { professional: { id: 'PRO-1' } },
    ]);
    expect(await textsOf('EHR-9')).toEqual(['Group B']);
    expect(await professionalsOf('EHR-9')).toEqual(['PRO-2', 'PRO-3']);
  });

  test('counts as updated if only relations differ', async () => {
    await care.upsertClient('EHR-9', wanted);
    const { outcome, changes } = await care.upsertClient('EHR-9', { ...wanted, relations: [attends('PRO-1')] });
    expect([outcome, Object.keys(changes)]).toEqual(['updated', ['relations']]);
  });

  test('removes all with an empty list, and leaves what is not named', async () => {
    await care.upsertClient('EHR-9', wanted);
    const { requests } = await requestsOf(() => care.upsertClient('EHR-9', newClient));
    expect(requests).toEqual(['GET /aux/client/id/EHR-9']);
    await care.upsertClient('EHR-9', { ...newClient, labelTexts: [], relations: [] });
    expect(await textsOf('EHR-9')).toEqual([]);
    expect(await professionalsOf('EHR-9')).toEqual([]);
  });

  test('keeps the label that the client has, if another one has the same text', async () => {
    await care.createLabel('Group B');
    const second = await care.createLabel('Group B');
    await care.upsertClient('EHR-9', { ...newClient, labels: [second.data.identifier] });
    const { outcome } = await care.upsertClient('EHR-9', { ...newClient, labelTexts: ['Group B', 'Group B'] });
    expect(outcome).toBe('unchanged');
  });

  test('as a dry run says what the run does, and writes nothing', async () => {
    const planned = await requestsOf(() => care.upsertClient('EHR-9', wanted, { dryRun: true }));
    expect(planned.requests.every((request) => request.startsWith('GET'))).toBe(true);
    expect(planned.result).toMatchObject({
      outcome: 'created',
      resource: undefined,
      createdLabels: wanted.labelTexts,
      changes: { labels: { from: undefined, to: wanted.labelTexts } },
      relations: { added: wanted.relations, removed: [], kept: [] },
    });
    await care.upsertClient('EHR-9', wanted);
    const changed = { ...wanted, labelTexts: ['Group B', 'New'], relations: [] };
    const again = await requestsOf(() => care.upsertClient('EHR-9', changed, { dryRun: true }));
    expect(again.requests.every((request) => request.startsWith('GET'))).toBe(true);
    expect(again.result).toMatchObject({
      outcome: 'updated',
      createdLabels: ['New'],
      relations: { removed: { length: 2 } },
    });
    expect(Object.keys(again.result.changes)).toEqual(['labels', 'relations']);
    expect(await professionalsOf('EHR-9')).toHaveLength(2);
  });

  test('sends no mail but the one that its options name', async () => {
    await care.upsertClient('EHR-9', { ...wanted, active: true }, { sendEmail: 'no' });
    expect(sandbox.outbox).toEqual([]);
    await care.upsertClient('EHR-9', { ...wanted, relations: [] }, { updateActive: true, sendEmail: 'no' });
    expect(sandbox.outbox).toEqual([]);
    await care.upsertClient('EHR-10', { ...wanted, email: 'ten@mail.example', active: true });
    expect(sandbox.outbox).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['labelTexts', { labelTexts: ['Group B'], labels: [] }],
    ['labelTexts.0', { labelTexts: [7] }],
    ['relations.0.predicate', { relations: [{ professional: { id: 'PRO-1' }, predicate: 'knows' }] }],
    ['labelText', { labelText: ['Group B'] }],
  ])('refuses a wrong `%s` before it sends anything', async (name, wrong) => {
    const input = { ...newClient, ...wrong } as WantedClient;
    const { result, requests } = await requestsOf(() => failureOf(care.upsertClient('EHR-9', input)));
    expect(result).toMatchObject({ name: 'InputError', problems: [{ name }] });
    expect(requests).toEqual([]);
  });

  test('creates no label for a client whose labels the platform does not show', async () => {
    sandbox.settings.fields.client.labels = false;
    await care.upsertClient('EHR-9', newClient);
    const { result, requests } = await requestsOf(() =>
      care.upsertClient('EHR-9', { ...newClient, labelTexts: ['New'] }),
    );
    expect(result.outcome).toBe('unchanged');
    expect(requests).toEqual(['GET /aux/client/id/EHR-9']);
  });
});

describe('an upsert whose later step fails', () => {
  test('has done the steps before, and does the rest when it runs again', async () => {
    const relations = [attends('PRO-1'), attends('PRO-404')];
    const failure = await failureOf(care.upsertClient('EHR-9', { ...wanted, relations }));
    expect(failure).toMatchObject({ name: 'BadRequestError', problems: [{ name: 'relations.1' }] });
    expect(await textsOf('EHR-9')).toEqual(wanted.labelTexts);
    expect(await professionalsOf('EHR-9')).toEqual(['PRO-1']);
    expect(await care.upsertClient('EHR-9', wanted)).toMatchObject({ outcome: 'updated', createdLabels: [] });
    expect(await professionalsOf('EHR-9')).toEqual(['PRO-1', 'PRO-2']);
  });

  test('changes nothing of the client if a label cannot be created', async () => {
    await care.upsertClient('EHR-9', newClient);
    sandbox.faults.add({ kind: 'response', status: 403, method: 'POST', path: '/configuration/labels', skip: 1 });
    const { result, requests } = await requestsOf(() =>
      failureOf(care.upsertClient('EHR-9', { ...wanted, infix: 'van' })),
    );
    expect(result).toMatchObject({ name: 'ForbiddenError' });
    expect(requests.filter((request) => request.startsWith('PATCH') || request.includes('/c/'))).toEqual([]);
    expect((await care.client({ id: 'EHR-9' })).data).toMatchObject({ infix: null, labels: null });
  });

  test('creates a label once, even if its response is lost', async () => {
    sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST', path: '/configuration/labels' });
    const { createdLabels } = await care.upsertClient('EHR-9', wanted);
    expect(createdLabels).toEqual(wanted.labelTexts);
    const texts = (await care.labels().toArray()).map(({ data }) => data.label);
    expect(texts.filter((text) => text === 'Waiting list')).toHaveLength(1);
  });
});

test('an upsert of a professional takes texts of labels', async () => {
  const created = await care.upsertProfessional('PRO-9', { ...newProfessional, labelTexts: ['Team A'] });
  expect(created).toMatchObject({ outcome: 'created', createdLabels: ['Team A'], relations: undefined });
  const again = await care.upsertProfessional('PRO-9', { ...newProfessional, labelTexts: ['Team A'] });
  expect(again.outcome).toBe('unchanged');
});
