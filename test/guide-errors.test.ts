import { isCareError } from 'care-platform';
import { redisThrottle } from 'care-platform/redis';
import { Redis } from 'ioredis';
import { beforeAll, describe, expect, test } from 'vitest';
import { baseUrl, clientDocument } from './support/documents.js';
import { blocksOf, GuideFolder } from './support/guide-blocks.js';
import { newClient, newProfessional } from './support/people.js';
import { empty, json, lost, page, refusal, scriptedPlatform } from './support/platform.js';

const platform = scriptedPlatform();
let worthAnotherRun: (error: unknown) => boolean;

beforeAll(async () => {
  const [block] = blocksOf('docs/guides/errors.md').filter(({ code }) => code.includes('function worthAnotherRun'));
  if (block === undefined) throw new Error('The guide has no such function.');
  const [code = ''] = /^function[\s\S]*?^}$/m.exec(block.code) ?? [];
  const imports = "import { isCareError } from 'care-platform';";
  const path = new GuideFolder('guide-errors').write('errors.md', [
    { ...block, line: 1, code: `${imports}\n${code}\nexport { worthAnotherRun };` },
  ]);
  ({ worthAnotherRun } = await import(/* @vite-ignore */ path));
});

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error,
  );
const nothing = json({ '@items': [], '@links': [] });

describe('a run at night is worth another one', () => {
  test.each(['upsertClient', 'upsertProfessional', 'ensureLabel', 'syncRelations'])(
    'after a lost response of %s',
    async (name) => {
      const care = await platform.connect({ retry: 0 });
      for (const path of ['/c', '/p', '/configuration/labels', '/c/1/relations']) platform.on('POST', path, lost);
      for (const path of ['/aux/client/id/EHR-9', '/aux/professional/id/PRO-9']) platform.on('GET', path, refusal(404));
      for (const path of ['/c/items', '/p/items', '/configuration/labels/items'])
        platform.on('GET', path, refusal(500));
      platform.on('GET', '/configuration/labels/items', nothing, refusal(500));
      platform.on('POST', '/c/items', refusal(500));
      platform.on('GET', '/c/1', json(clientDocument('1')));
      platform.on('GET', '/c/1/relations/items', nothing, refusal(500));
      const calls: Readonly<Record<string, () => Promise<unknown>>> = {
        upsertClient: () => care.upsertClient('EHR-9', newClient),
        upsertProfessional: () => care.upsertProfessional('PRO-9', newProfessional),
        ensureLabel: () => care.ensureLabel('Autumn'),
        syncRelations: async () => {
          const client = await care.client({ url: `${baseUrl}/c/1` });
          return client.syncRelations([{ professional: { id: 'PRO-7' }, predicate: 'attends' }]);
        },
      };
      const failure = await failureOf(calls[name]?.() ?? Promise.resolve());
      expect(failure).toMatchObject({ name: 'OutcomeUnknownError', canCallAgain: true });
      expect(worthAnotherRun(failure)).toBe(true);
    },
  );

  test('after a Redis that was away', async () => {
    const redis = new Redis({ host: '127.0.0.1', port: 1, lazyConnect: true });
    await using throttle = redisThrottle({ redis, key: 'guide', giveUpAfter: 0 });
    const failure = await failureOf(throttle.acquire());
    expect(failure).toMatchObject({ name: 'RedisUnavailableError' });
    expect(worthAnotherRun(failure)).toBe(true);
  });

  test.each([
    ['a break', lost],
    ['a failing platform', refusal(500)],
    ['a page of a gateway', page('<html>')],
    ['half a response', page('{"@items": [', 200, 'application/json')],
  ])('after %s while it reads', async (_, respond) => {
    const care = await platform.connect({ retry: 0 });
    platform.on('GET', '/configuration/labels/items', respond);
    expect(worthAnotherRun(await failureOf(care.labels().toArray()))).toBe(true);
  });
});

describe('a run at night is not worth another one', () => {
  test.each([
    ['no body', empty(201)],
    ['an empty body', page('', 201, 'application/json')],
    ['a list', json([], 201)],
    ['another shape', json({ label: 7 }, 201)],
  ])('after a create whose response was 201 with %s', async (_, respond) => {
    const care = await platform.connect({ retry: 0 });
    platform.on('POST', '/configuration/labels', respond);
    const failure = await failureOf(care.createLabel('Autumn'));
    expect(isCareError(failure)).toBe(true);
    expect(worthAnotherRun(failure)).toBe(false);
  });

  test('after an export or a tool whose response was lost: each start is another one', async () => {
    const care = await platform.connect({ retry: 0 });
    platform.on('POST', '/export', lost);
    const failure = await failureOf(care.startExport({ name: 'client' }));
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', canCallAgain: false });
    expect(worthAnotherRun(failure)).toBe(false);
  });

  test('after a refusal, and after an error of another package', async () => {
    const care = await platform.connect();
    platform.on('GET', '/configuration/labels/items', refusal(403));
    expect(worthAnotherRun(await failureOf(care.labels().toArray()))).toBe(false);
    expect(worthAnotherRun(new TypeError('A mistake.'))).toBe(false);
    expect(worthAnotherRun(undefined)).toBe(false);
  });
});
