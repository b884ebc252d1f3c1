import { connect, type NewRelation } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { baseUrl, listDocument, relationDocument } from '../support/documents.js';
import { json, lost, refusal } from '../support/platform.js';
import { at, lostWrites } from './lost-writes.js';

const { platform, posts, client } = lostWrites();
const attends = (id: string): NewRelation => ({ professional: { id }, predicate: 'attends' });
const list = '/c/1/relations/items';
const there = json(listDocument([relationDocument('r')]));
const none = json(listDocument([]));
const refused = refusal(400, 'Invalid new relation.');

/** @param readers how many read the relations before the first of them gets a response */
async function sandboxClient(readers = 0) {
  const sandbox = createSandbox({ limits: false });
  let waiting = 0;
  let letGo = () => {};
  const allRead = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    if (!String(input).endsWith('/relations/items') || removing) return response;
    waiting += 1;
    if (waiting >= readers) letGo();
    await allRead;
    return response;
  };
  let removing = true;
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch });
  onTestFinished(() => care.close());
  const found = await care.client({ id: 'EHR-1042' });
  for await (const relation of found.relations()) await relation.delete();
  removing = false;
  return { sandbox, client: found };
}

describe('addRelation, if its response was lost,', () => {
  test('resolves to the relation that is there, without a clock of the platform', async () => {
    const one = await client();
    platform.on('POST', '/c/1/relations', lost);
    platform.on('GET', list, there);
    expect((await one.addRelation(attends('PRO-7'))).url).toBe(`${baseUrl}/c/1/relations/r`);
    expect(posts('/relations')).toHaveLength(1);
  });

  test('resolves to it also if it was made long before, or by another user', async () => {
    const one = await client();
    const older = { ...relationDocument('r'), '@changes': { creation_time: at(-3600), modification_time: at(-3600) } };
    platform.on('POST', '/c/1/relations', lost, refused);
    platform.on('GET', list, none, json(listDocument([older])));
    expect((await one.addRelation(attends('PRO-7'))).url).toBe(`${baseUrl}/c/1/relations/r`);
    expect(posts('/relations')).toHaveLength(2);
  });

  test('sends it again if it is absent', async () => {
    const one = await client();
    platform.on('POST', '/c/1/relations', lost, json(relationDocument('n'), 201));
    platform.on('GET', list, none);
    expect((await one.addRelation(attends('PRO-7'))).url).toBe(`${baseUrl}/c/1/relations/n`);
  });

  test('resolves to it also after a response that says 201 and cannot be read', async () => {
    const one = await client();
    platform.on(
      'POST',
      '/c/1/relations',
      () => new Response('{', { status: 201, headers: { 'content-type': 'application/json' } }),
    );
    platform.on('GET', list, there);
    expect((await one.addRelation(attends('PRO-7'))).url).toBe(`${baseUrl}/c/1/relations/r`);
  });

  test('is no unknown outcome if a retry gets a final response, or if it is still absent after the last retry', async () => {
    const one = await client();
    platform.on('GET', list, none);
    platform.on('POST', '/c/1/relations', lost, refusal(403));
    const forbidden: unknown = await one.addRelation(attends('PRO-7')).catch((thrown: unknown) => thrown);
    expect(forbidden).toMatchObject({ name: 'ForbiddenError', status: 403 });
    platform.on('POST', '/c/1/relations', lost);
    const absent: unknown = await one.addRelation(attends('PRO-7'), { retry: 1 }).catch((thrown: unknown) => thrown);
    expect(absent).toMatchObject({ name: 'ConnectionError', mayHaveArrived: true });
  });

  test('is unknown only if it cannot be read back', async () => {
    const one = await client();
    platform.on('POST', '/c/1/relations', lost);
    platform.on('GET', list, refusal(403));
    await expect(one.addRelation(attends('PRO-7'))).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
  });
});

describe('a refusal without a lost response', () => {
  test('of a relation or an activation is the failure of the platform and nothing more', async () => {
    const { client: one } = await sandboxClient();
    await one.addRelation(attends('PRO-3'));
    const calls = [() => one.addRelation(attends('PRO-3')), () => one.activate({ sendEmail: 'no' })];
    for (const call of calls) {
      const failure = await call().catch((thrown: unknown) => thrown);
      expect(failure).toMatchObject({ name: 'BadRequestError', status: 400 });
      expect((failure as Error).message).not.toMatch(/earlier|before|lost/);
    }
  });
});

describe('syncRelations', () => {
  const unknown = attends('nobody');

  test('names the relation that was refused by its place, and does the others', async () => {
    const { client: one } = await sandboxClient();
    const old = await one.addRelation(attends('PRO-1'));
    const wanted = [attends('PRO-2'), unknown, attends('PRO-3')];
    const failure = await one.syncRelations(wanted).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ name: 'BadRequestError', status: 400, problems: [{ name: 'relations.1' }] });
    const now = await one.relations().toArray();
    expect(now.map(({ data }) => data.professional.id).sort()).toEqual(['PRO-2', 'PRO-3']);
    expect(now.map(({ url }) => url)).not.toContain(old.url);
  });

  test('names each of several that were refused', async () => {
    const { client: one } = await sandboxClient();
    const call = one.syncRelations([unknown, attends('PRO-2'), attends('nobody else')]);
    await expect(call).rejects.toMatchObject({ problems: [{ name: 'relations.0' }, { name: 'relations.2' }] });
  });

  test('leaves a client the relations that it has if none of the wanted ones could be added', async () => {
    const { client: one } = await sandboxClient();
    await one.addRelation(attends('PRO-1'));
    await expect(one.syncRelations([unknown])).rejects.toMatchObject({ problems: [{ name: 'relations.0' }] });
    expect(await one.relations().toArray()).toHaveLength(1);
  });

  test('keeps the names of the fields that the platform refused', async () => {
    const one = await client();
    const problem = { name: 'professional', message: 'Unknown value.' };
    platform.on('GET', list, none);
    platform.on('POST', '/c/1/relations', refusal(400, 'Invalid JSON input', [problem]));
    const problems = [{ name: 'relations.0.professional', message: 'Unknown value.' }];
    await expect(one.syncRelations([attends('PRO-7')])).rejects.toMatchObject({ name: 'InvalidInputError', problems });
  });

  test('gives the words of the platform as the problem if it names no field', async () => {
    const one = await client();
    platform.on('GET', list, none);
    platform.on('POST', '/c/1/relations', refusal(400, 'There is no such professional.'));
    const problems = [{ name: 'relations.0', message: 'There is no such professional.', code: 'invalid' }];
    await expect(one.syncRelations([attends('PRO-7')])).rejects.toMatchObject({ problems });
  });

  test('stops at a failure that concerns every relation', async () => {
    const one = await client();
    platform.on('GET', list, none);
    platform.on('POST', '/c/1/relations', refusal(403));
    const call = one.syncRelations([attends('PRO-7'), attends('PRO-8')]);
    await expect(call).rejects.toMatchObject({ name: 'ForbiddenError', problems: [{ name: 'relations.0' }] });
    expect(posts('/relations')).toHaveLength(1);
  });

  test('run six times at once counts each relation as added once', async () => {
    const { client: one } = await sandboxClient(6);
    const wanted = [attends('PRO-2'), attends('PRO-3')];
    const runs = await Promise.all(Array.from({ length: 6 }, () => one.syncRelations(wanted)));
    expect(runs.flatMap(({ added }) => added)).toHaveLength(2);
    expect(runs.map(({ added, kept }) => added.length + kept.length)).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test('counts what another run did meanwhile neither as added nor as removed', async () => {
    const one = await client();
    const old = { ...relationDocument('s'), predicate: 'supervises' };
    platform.on('GET', list, json(listDocument([old])), there);
    platform.on('POST', '/c/1/relations', refused);
    platform.on('DELETE', '/c/1/relations/s', refusal(404));
    const { added, kept, removed } = await one.syncRelations([attends('PRO-7')]);
    expect([added.length, kept.map(({ url }) => url), removed.length]).toEqual([0, [`${baseUrl}/c/1/relations/r`], 0]);
  });
});
