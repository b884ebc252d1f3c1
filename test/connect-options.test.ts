import { connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';

describe('connect', () => {
  const sandbox = createSandbox({ limits: false });
  const usual = { token: 'a-secret-token' };
  test.each<[string, object, string]>([
    ['a misspelt option', { retries: 5 }, 'retries'],
    ['a logger by its name', { logger: 'console' }, 'logger'],
    ['a logger without functions', { logger: { warn: 1 } }, 'logger.warn'],
    ['a logger whose debug is no function', { logger: { warn: () => 1, debug: true } }, 'logger.debug'],
    ['a misspelt hook', { hooks: { beforeReqest: () => 1 } }, 'hooks.beforeReqest'],
    ['a hook that is no function', { hooks: { beforeRetry: 1 } }, 'hooks.beforeRetry'],
    ['a class without a hook', { hooks: new (class Traces {})() }, 'hooks'],
    ['a retry that is a text', { retry: '2' }, 'retry'],
    ['a token in the wrong place', { retry: 'a-secret-token' }, 'retry'],
    ['a timeout of 0', { timeout: 0 }, 'timeout'],
    ['an unknown kind of token', { tokenKind: 'admin' }, 'tokenKind'],
    ['no boolean', { anonymous: 'yes' }, 'anonymous'],
    ['a misspelt limit', { throttle: { connection: 5 } }, 'throttle.connection'],
    ['a limit of another kind', { throttle: { burst: '5' } }, 'throttle.burst'],
    ['a throttle that is true', { throttle: true }, 'throttle'],
    ['a host to reach by http that is no list', { allowHttp: 'sandbox' }, 'allowHttp'],
    ['links that are mapped to a name', { mapLink: 'origin' }, 'mapLink'],
    ['a `fetch` that is no function', { fetch: {} }, 'fetch'],
    ['headers that are a list', { headers: [] }, 'headers'],
    ['a `User-Agent` that is no text', { userAgent: 1 }, 'userAgent'],
  ])('refuses %s before anything is sent', async (_, options, name) => {
    const before = sandbox.journal.length;
    const given = { ...usual, baseUrl: sandbox.baseUrl, fetch: sandbox.fetch, ...options };
    const failure = await connect(given as never).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ name: 'InputError', problems: [{ name }] });
    expect(String(failure)).not.toContain('a-secret-token');
    expect(sandbox.journal).toHaveLength(before);
  });

  test('takes options that a class or a prototype has', async () => {
    class Settings {
      get baseUrl() {
        return sandbox.baseUrl;
      }
      get token() {
        return sandbox.tokens.apiUser;
      }
      get fetch() {
        return sandbox.fetch;
      }
    }
    for (const options of [new Settings(), Object.create(new Settings()) as Settings]) {
      const care = await connect(options);
      expect(care.data.name).not.toBe('');
      care.close();
    }
  });

  test('takes a logger and hooks that are instances, and options that are `undefined`', async () => {
    class Traces {
      readonly spans: string[] = [];
      beforeRequest({ target }: { target: string }) {
        this.spans.push(target);
      }
    }
    const hooks = new Traces();
    const { baseUrl, fetch, tokens } = sandbox;
    const undefinedOnes = { retry: undefined, throttle: undefined, retries: undefined } as object;
    const care = await connect({ baseUrl, fetch, token: tokens.apiUser, hooks, logger: console, ...undefinedOnes });
    care.close();
    expect(hooks.spans).toEqual(['application root']);
  });
});
