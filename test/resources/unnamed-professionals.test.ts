import type { Application, NewRelation, RelationSyncOptions } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, listDocument, namespace, relationDocument } from '../support/documents.js';
import { empty, json, type Responder, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

const attends = (id: string): NewRelation => ({ professional: { id }, predicate: 'attends' });

/** A relation whose reference has no external id: the platform documents that it may be `null`. */
function unnamed(name: string, professional: string, predicate = 'attends') {
  const reference = {
    '@type': `${namespace}/user-reference/professional`,
    url: `${baseUrl}/p/${professional}`,
    id: null,
  };
  return { ...relationDocument(name), professional: reference, predicate };
}

/** A professional has most fields of a client. */
const professional = (id: string | null): Responder => {
  const { age: _, gender: __, date_of_birth: ___, ...shared } = clientDocument('1', { id, description: null });
  return json({ ...shared, '@type': `${namespace}/professional`, '@url': `${baseUrl}/p/7` });
};

/** `syncRelations` of a client that has these relations. */
async function sync(relations: readonly object[], wanted: readonly NewRelation[], options: RelationSyncOptions = {}) {
  const care: Application = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  platform.on('GET', '/c/1/relations/items', json(listDocument(relations)));
  platform.on('POST', '/c/1/relations', json(relationDocument('new'), 201));
  for (const name of ['r7', 'r8']) platform.on('DELETE', `/c/1/relations/${name}`, empty());
  const client = await care.client({ url: `${baseUrl}/c/1` });
  platform.forget();
  const { added, removed, kept } = await client.syncRelations(wanted, options as { dryRun?: false });
  return [added.length, removed.length, kept.length];
}

const requests = () => platform.seen.map(({ method, url }) => `${method} ${url.pathname.slice('/api/2'.length)}`);

describe('a relation whose reference shows no external id', () => {
  test('stays if its professional, once read, is the wanted one', async () => {
    platform.on('GET', '/p/7', professional('PRO-7'));
    expect(await sync([unnamed('r7', '7')], [attends('PRO-7')])).toEqual([0, 0, 1]);
    expect(requests()).toEqual(['GET /c/1/relations/items', 'GET /p/7']);
  });

  test('is removed if its professional is another one, or has no external id', async () => {
    platform.on('GET', '/p/7', professional('PRO-7'));
    platform.on('GET', '/p/8', professional(null));
    expect(await sync([unnamed('r7', '7'), unnamed('r8', '8')], [attends('PRO-9')])).toEqual([1, 2, 0]);
    expect(requests().slice(3)).toEqual([
      'POST /c/1/relations',
      'DELETE /c/1/relations/r7',
      'DELETE /c/1/relations/r8',
    ]);
  });

  test('counts in a dry run as in the run', async () => {
    platform.on('GET', '/p/7', professional('PRO-7'));
    platform.on('GET', '/p/8', professional(null));
    const relations = [unnamed('r7', '7'), unnamed('r8', '8')];
    expect(await sync(relations, [attends('PRO-7')], { dryRun: true } as RelationSyncOptions)).toEqual([0, 1, 1]);
    expect(requests()).toEqual(['GET /c/1/relations/items', 'GET /p/7', 'GET /p/8']);
  });

  test.each<[string, object[], NewRelation]>([
    ['by its URL', [unnamed('r7', '7')], { professional: { url: `${baseUrl}/p/7` }, predicate: 'attends' }],
    ['with another predicate', [unnamed('r7', '7', 'supervises')], attends('PRO-9')],
    ['and another relation is that one', [unnamed('r7', '7'), relationDocument('r8')], attends('PRO-7')],
  ])('costs no request if the wanted one is given %s', async (_, relations, wanted) => {
    await sync(relations, [wanted]);
    expect(requests().filter((request) => request.startsWith('GET /p'))).toEqual([]);
  });

  test('stays, and nothing is written, if its professional cannot be read', async () => {
    platform.on('GET', '/p/7', refusal(403));
    await expect(sync([unnamed('r7', '7')], [attends('PRO-7')])).rejects.toMatchObject({ name: 'ForbiddenError' });
    expect(requests()).toEqual(['GET /c/1/relations/items', 'GET /p/7']);
  });
});
