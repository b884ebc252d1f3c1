import type { InvalidInputError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, listDocument, namespace, relationDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { empty, json, lost, refusal } from '../support/platform.js';
import { lostWrites } from './lost-writes.js';

const { platform, posts, client } = lostWrites();
const wanted = [{ professional: { id: 'PRO-7' }, predicate: 'attends' }] as const;
const list = '/c/1/relations/items';

describe('syncRelations leaves unknown relations alone', () => {
  const deletes = () => platform.seen.filter(({ method }) => method === 'DELETE').map(({ url }) => url.pathname);

  test('a relation of another predicate, of a later release', async () => {
    const one = await client();
    const later = { ...relationDocument('m'), predicate: 'mentors' };
    const old = { ...relationDocument('s'), predicate: 'supervises' };
    platform.on('GET', list, json(listDocument([relationDocument('r'), later, old])));
    platform.on('DELETE', '/c/1/relations/s', empty());
    const { added, kept, removed } = await one.syncRelations(wanted);
    expect([added, kept, removed].map((some) => some.map(({ url }) => url.split('/').at(-1)))).toEqual([
      [],
      ['r'],
      ['s'],
    ]);
    expect(deletes()).toEqual(['/api/2/c/1/relations/s']);
  });

  test('a relation of another kind', async () => {
    const one = await client();
    const team = { '@type': `${namespace}/relation/team`, '@url': `${baseUrl}/c/1/relations/t`, predicate: 'attends' };
    platform.on('GET', list, json(listDocument([team])));
    platform.on('POST', '/c/1/relations', json(relationDocument('r'), 201));
    expect(await one.syncRelations(wanted)).toMatchObject({ added: [{ data: { predicate: 'attends' } }], removed: [] });
    expect(deletes()).toEqual([]);
    expect(posts('/relations')).toHaveLength(1);
  });
});

describe('syncRelations, if a relation cannot be verified after its response was lost,', () => {
  test('reports that its outcome is unknown', async () => {
    const one = await client();
    platform.on('POST', '/c/1/relations', lost);
    platform.on('GET', list, json(listDocument([])), refusal(403));
    const about = { problems: [{ name: 'relations.0' }] };
    const expected = { name: 'OutcomeUnknownError', operation: 'addRelation', method: 'POST', ...about };
    await expect(one.syncRelations(wanted)).rejects.toMatchObject(expected);
    expect(posts('/relations')).toHaveLength(1);
  });

  test('ends with the caller’s abort', async () => {
    const one = await client();
    const stop = new AbortController();
    platform.on('POST', '/c/1/relations', lost);
    platform.on('GET', list, json(listDocument([])), refusal(403), () => {
      stop.abort(new Error('enough'));
      return new Promise(() => undefined);
    });
    const failure = await failureOf(one.syncRelations(wanted, { signal: stop.signal }));
    expect(failure).toBe(stop.signal.reason);
    expect(failure).toEqual(new Error('enough'));
    expect(failure).not.toHaveProperty('problems');
  });
});

test('syncRelations names the place of a failure that names no field, and of each field of one that does', async () => {
  const one = await client();
  const both = [...wanted, { professional: { id: 'PRO-8' }, predicate: 'attends' }] as const;
  const unknownUser = refusal(400, 'Invalid JSON input', [{ name: 'professional', message: 'Is unknown.' }]);
  platform.on('GET', list, json(listDocument([])));
  platform.on('POST', '/c/1/relations', unknownUser, refusal(403));
  const failure = await failureOf<InvalidInputError>(one.syncRelations(both));
  expect(failure.problems.map(({ name }) => name)).toEqual(['relations.0.professional', 'relations.1']);
});
