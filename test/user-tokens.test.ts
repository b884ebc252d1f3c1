import { inspect } from 'node:util';
import { type Client, InputError, type UserApplication } from 'care-platform';
import { describe, expect, test, vi } from 'vitest';
import { baseUrl, clientDocument } from './support/documents.js';
import { failureOf } from './support/failure.js';
import { json, refusal, scriptedPlatform } from './support/platform.js';
import { connectService, requestsByUser, userTokens } from './support/several-users.js';
import { skipPauses } from './support/virtual-time.js';

const platform = scriptedPlatform();

function refused(call: () => unknown): InputError {
  try {
    call();
  } catch (failure) {
    expect(failure).toBeInstanceOf(InputError);
    return failure as InputError;
  }
  throw new Error('It was accepted.');
}

test('other users spend the retries of their connection: a platform that fails does so for all', async () => {
  skipPauses();
  const care = await connectService(platform);
  platform.on('GET', '/x', refusal(503));
  const batch = async () => {
    const user = care.as(userTokens.noor);
    const before = platform.seen.length;
    await Promise.allSettled(Array.from({ length: 50 }, () => user.request({ url: 'x' })));
    return platform.seen.length - before;
  };
  expect([await batch(), await batch()]).toEqual([150, 50]);
});

describe('the tokens of several users', () => {
  test('each travel with the calls of their own user only, side by side', async () => {
    const care = await connectService(platform);
    const users = [care, care.as(userTokens.noor), care.as(async () => userTokens.sam)] as UserApplication[];
    for (let id = 0; id < 30; id++) platform.on('GET', `/c/${id}`, json(clientDocument(String(id))));
    await Promise.all(
      Array.from({ length: 30 }, async (_, id) => {
        const client = (await users[id % 3]?.client({ url: `${baseUrl}/c/${id}` })) as Client;
        await client.refresh();
      }),
    );
    const names = ['service', 'noor', 'sam'];
    const expected = Array.from({ length: 30 }, (_, id) => [`${names[id % 3]} /c/${id}`, `${names[id % 3]} /c/${id}`]);
    expect(requestsByUser(platform).sort()).toEqual(expected.flat().sort());
  });

  test('are renewed by the function of their own user only', async () => {
    const sources = {
      service: vi.fn(() => userTokens.service),
      noor: vi.fn(() => userTokens.noor),
      sam: vi.fn(() => userTokens.sam),
    };
    const care = await connectService(platform, { token: sources.service });
    const noor = care.as(sources.noor);
    const sam = care.as(sources.sam);
    platform.on('GET', '/c/1', (request) => {
      const isOld = request.headers.get('authorization') === `svc-token ${userTokens.noor}`;
      return (isOld ? refusal(401) : json(clientDocument('1')))(request);
    });
    await Promise.all([care, noor, sam].map((user) => user.client({ url: `${baseUrl}/c/1` }).catch(() => undefined)));
    expect(sources.service).toHaveBeenCalledTimes(1);
    expect(sources.sam).toHaveBeenCalledTimes(1);
    expect(sources.noor).toHaveBeenCalledTimes(2);
    expect(requestsByUser(platform).sort()).toEqual(['noor /c/1', 'sam /c/1', 'service /c/1']);
  });

  test('fail with their own user only', async () => {
    const care = await connectService(platform);
    const noor = care.as(() => Promise.reject(new Error('The store of tokens is closed.')));
    const sam = care.as(userTokens.sam);
    platform.on('GET', '/c/1', json(clientDocument('1')));
    await expect(noor.client({ url: `${baseUrl}/c/1` })).rejects.toThrow('The store of tokens is closed.');
    await sam.client({ url: `${baseUrl}/c/1` });
    await care.client({ url: `${baseUrl}/c/1` });
    expect(requestsByUser(platform)).toEqual(['sam /c/1', 'service /c/1']);
  });

  test('are in no error, log line or inspection, even if a gateway quotes both', async () => {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    const hooks = { afterResponse: (...given: unknown[]) => log(JSON.stringify(given)), afterCall: log as never };
    const care = await connectService(platform, {
      retry: 1,
      hooks,
      logger: { warn: log, info: log, debug: log, error: log },
    });
    const spellings = Object.values(userTokens).flatMap((token) => [token, btoa(token), encodeURIComponent(token)]);
    const quote = `Got ${spellings.join(', ')} and ${btoa(`svc-token ${userTokens.service}`)}.`;
    const extra = [{ name: 'authorization', message: quote }];
    platform.on('GET', '/c/1', refusal(500, quote, extra), refusal(400, quote, extra), refusal(403, quote));
    const noor = care.as(userTokens.noor);
    const errors: unknown[] = [];
    for (let turn = 0; turn < 2; turn++) {
      errors.push(await noor.client({ url: `${baseUrl}/c/1` }).catch((error: unknown) => error));
    }
    expect(errors.map((error) => (error as Error).name)).toEqual(['InvalidInputError', 'ForbiddenError']);
    const printed = [...errors, noor, care, noor.throttle].map((value) =>
      [inspect(value, { depth: 9, showHidden: true }), JSON.stringify(value), String(value)].join('\n'),
    );
    const all = [...printed, ...lines].join('\n');
    for (const token of [userTokens.noor, userTokens.service]) {
      expect(all).not.toContain(token);
      expect(all).not.toContain(btoa(token).slice(0, 12));
    }
  });

  test.each<[string, (token: string) => string]>([
    ['as it was sent', (token) => `Got svc-token ${token} from the pool.`],
    ['in JSON', (token) => JSON.stringify({ authorization: `svc-token ${token}` })],
    ['in JSON inside of JSON', (token) => JSON.stringify(JSON.stringify({ 'svc-token': token }))],
    ['in angle brackets', (token) => `The credential svc-token <${token}> is unknown.`],
    ['as a bearer token', (token) => `Bearer ${token}, which has ended.`],
    ['in HTML', (token) => `Authorization: SVC-TOKEN &quot;${token}&quot;`],
  ])('are in no error of another user, even if a gateway quotes them: %s', async (_, quote) => {
    const care = await connectService(platform, { retry: 0 });
    platform.on('GET', '/c/1', json(clientDocument('1')));
    await care.as(userTokens.noor).client({ url: `${baseUrl}/c/1` });
    platform.on('GET', '/c/2', refusal(502, quote(userTokens.noor)));
    const error = await failureOf(care.client({ url: `${baseUrl}/c/2` }));
    expect(error).toMatchObject({ name: 'ServerError', status: 502 });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(userTokens.noor);
  });

  test('leave the texts readable in which a scheme is only mentioned', async () => {
    const care = await connectService(platform, { retry: 0 });
    const reason = 'Basic authentication is off; an svc-token is required, or a Bearer credential.';
    platform.on('GET', '/c/2', refusal(401, reason));
    expect(await failureOf(care.client({ url: `${baseUrl}/c/2` }))).toMatchObject({ reason });
  });

  test('are refused by `as` if they are missing or invalid', async () => {
    const care = await connectService(platform);
    for (const token of ['', undefined, 5, 'two words', 'täken']) {
      const { message, problems } = refused(() => care.as(token as string));
      expect(problems.map(({ name }) => name)).toEqual(['token']);
      if (token !== '') expect(message).not.toContain(String(token ?? 'svc-token'));
    }
    const wrong = refused(() => care.as(userTokens.noor, { you: 1 } as never));
    expect(wrong.problems.map(({ name }) => name)).toEqual(['you']);
    expect(requestsByUser(platform)).toEqual([]);
  });

  test('of API users are refused in a page, as by `connect`', async () => {
    const user = await connectService(platform, { tokenKind: 'user' });
    const anonymous = await connectService(platform, { anonymous: true, token: undefined });
    const care = await connectService(platform);
    vi.stubGlobal('window', { document: {} });
    vi.stubGlobal('document', {});
    user.as(userTokens.noor);
    for (const connection of [anonymous, care]) {
      expect(refused(() => connection.as(userTokens.noor)).problems).toMatchObject([{ name: 'tokenKind' }]);
    }
  });

  test('can be added to an anonymous connection', async () => {
    const care = await connectService(platform, { anonymous: true, token: undefined });
    platform.on('GET', '/c/1', json(clientDocument('1')));
    await care.as(userTokens.noor).client({ url: `${baseUrl}/c/1` });
    expect(requestsByUser(platform)).toEqual(['noor /c/1']);
  });
});
