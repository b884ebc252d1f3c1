import type { Application, ConnectOptions, Fetch, Hooks, Logger, RequestOptions } from 'care-platform';
import { setClock } from '../../../src/async/clock.js';
import type { Provocations } from '../../support/message-list.js';
import { OpenThrottle } from '../../support/open-throttle.js';
import { connectedTo } from '../../support/scripted-fetch.js';
import { VirtualTime } from '../../support/virtual-time.js';

const never: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const begun =
  (first: string | undefined): Fetch =>
  async (_url, { signal }) => {
    const start = (body: ReadableStreamDefaultController) => {
      if (first !== undefined) body.enqueue(new TextEncoder().encode(first));
      signal.addEventListener('abort', () => body.error(signal.reason));
    };
    return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'application/json' } });
  };
const failing =
  (status: number): Fetch =>
  async () =>
    Response.json({ code: status, message: 'No.' }, { status });

/** A connection to this `fetch`, for as long as the call takes, in a time of its own that moves at once. */
const connection =
  (fetch: Fetch, options: Partial<ConnectOptions>, call: (care: Application) => unknown) => async () => {
    const time = new VirtualTime();
    const previous = setClock(time);
    try {
      const care = await connectedTo(fetch, { retry: 0, throttle: new OpenThrottle(), ...options });
      return await time.until(Promise.resolve(call(care)).finally(() => care.close()));
    } finally {
      setClock(previous);
    }
  };
const get = (care: Application) => care.request({ url: 'c/8f31' });
const getUntil = (retry: unknown) => (care: Application) =>
  care.request({ url: 'c/8f31' }, { retry: retry as RequestOptions['retry'] });
const post = (care: Application) => care.request({ method: 'POST', url: 'c/8f31' });
const patch = (care: Application) => care.request({ method: 'PATCH', url: 'c/8f31', retryPolicy: 'repeatable' });

/** A token that is there for `connect` and never again. */
const tokenOnce = () => {
  let asked = 0;
  return () => (asked++ === 0 ? 'x' : new Promise<string>(() => undefined));
};
/** A throttle that is open for `connect` and then closed. */
const closedThrottle = () => {
  const throttle = new OpenThrottle();
  const { acquire } = throttle;
  let asked = 0;
  throttle.acquire = (options = {}) => {
    if (asked++ === 0) return acquire.call(throttle, options);
    return new Promise((_resolve, reject) =>
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
    );
  };
  return throttle;
};
/** However many turns that takes: a call may load a module first. */
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise(setImmediate);
};
const closing = (call: (care: Application) => Promise<unknown>) => async (care: Application) => {
  const running = call(care);
  await until(() => care.throttle.stats().running > 0);
  care.close();
  return running;
};

/** Calls that end early. */
export const endings: Provocations = {
  'no response within the timeout': connection(never, { timeout: 20 }, get),
  'no complete body within the timeout': connection(begun('{"a":'), { timeout: 20 }, get),
  'no byte of a file within the timeout': connection(begun('abc'), { timeout: 20 }, async (care) =>
    (await care.file({ url: 'https://care.example/api/2/files/1' })).bytes(),
  ),
  'no token within the timeout': connection(failing(401), { timeout: 20, token: tokenOnce() }, get),
  'a deadline while a request runs': connection(never, { deadline: 20 }, get),
  'a deadline while a call waits for the throttle': connection(
    never,
    { deadline: 20, throttle: closedThrottle() },
    get,
  ),
  'a deadline while a call waits for the token': connection(failing(401), { deadline: 20, token: tokenOnce() }, get),
  'a deadline before the next retry': connection(failing(503), { deadline: 200, retry: 2 }, get),
  'the end of the time to wait for the end of an outage': connection(failing(503), {}, getUntil({ until: '1s' })),
  'an unknown time to wait for the end of an outage': connection(failing(503), {}, getUntil({ until: '1 day' })),
  'a time to wait, and something else': connection(failing(503), {}, getUntil({ until: '1s', pause: 5 })),
  'a close before a request': connection(never, {}, async (care) => {
    care.close();
    return get(care);
  }),
  'a close while a read runs': connection(never, {}, closing(get)),
  'a close while a write runs': connection(never, {}, closing(post)),
  'a write that may be sent again, and may have been applied': connection(failing(503), {}, patch),
  'a write that was sent before and then could not be': connection(
    (() => {
      let asked = 0;
      const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
      return async () => {
        if (asked++ === 0) return Response.json({}, { status: 503 });
        throw new TypeError('fetch failed', { cause: refused });
      };
    })(),
    { retry: 1 },
    patch,
  ),
  'a write that may be sent only once': connection(failing(503), {}, post),
  'a call after too many that failed': connection(failing(503), { retry: 2 }, async (care) => {
    await Promise.allSettled(Array.from({ length: 60 }, () => get(care)));
    return get(care);
  }),
};

/** The last line of a call's log. */
const logged =
  (fetch: Fetch, level: keyof Logger, hooks: Hooks = {}, retry = 0) =>
  async () => {
    const lines: string[] = [];
    const logger: Logger = { warn: () => undefined, [level]: (line: string) => void lines.push(line) };
    const call = (care: Application) => get(care).catch(() => undefined);
    await connection(fetch, { logger, hooks, retry }, call)();
    return lines.slice(-1);
  };

/** A call that waits for the connection of a download. */
const heldConnections = async () => {
  const lines: string[] = [];
  const logger: Logger = { warn: (line) => void lines.push(line) };
  const throttle = { connections: 1 };
  const options = { logger, throttle, baseUrl: 'https://held.example/api/2' };
  await connection(begun('abc'), options, async (care) => {
    const download = await care.file({ url: 'https://held.example/api/2/files/1' });
    const asked = get(care).catch(() => undefined);
    await until(() => care.throttle.stats().queued > 0);
    await download.cancel();
    care.close();
    return asked;
  })();
  return lines;
};

const failedReport = async () => {
  const lines: string[] = [];
  const logger: Logger = { warn: (line) => void lines.push(line) };
  const onResponse = () => {
    throw new Error('Verhoeven');
  };
  const call = (care: Application) => care.request({ url: 'c/8f31' }, { onResponse });
  await connection(async () => Response.json({}), { logger }, call)();
  return lines;
};

/** Lines that a log gets about a call. */
export const logLines: Provocations = {
  'a request, as a debug line': logged(failing(404), 'debug'),
  'a request without a response, as a debug line': logged(() => Promise.reject(new TypeError('lost')), 'debug'),
  'a retry, as an info line': logged(failing(503), 'info', {}, 1),
  'a retry after a 429, as a warning': logged(failing(429), 'warn', {}, 1),
  'open downloads that hold all connections, as a warning': heldConnections,
  'an `onResponse` that throws, as a warning': failedReport,
  'a hook that throws, as a warning': logged(failing(404), 'warn', {
    beforeRequest: () => {
      throw new Error('Verhoeven');
    },
  }),
};

type Throttling = NonNullable<ConnectOptions['throttle']>;

/** The log lines of two connections to one origin, the first of which is closed first. */
const sharing = (first: Throttling, second: Throttling) => async () => {
  const lines: string[] = [];
  const logger = { warn: (line: string) => void lines.push(line) };
  const baseUrl = 'https://shared.example/api/2';
  const one = await connectedTo(never, { baseUrl, throttle: first, logger });
  const joining = connectedTo(never, { baseUrl, throttle: second, logger });
  await joining.catch(() => undefined);
  one.close();
  (await joining).close();
  return lines;
};

/** Throttles that are refused, or changed with a warning. */
export const throttles: Provocations = {
  'an unknown limit': sharing({ perSecond: 5 } as never, {}),
  'a rate of 0': sharing({ requestsPerSecond: 0 }, {}),
  'half a connection': sharing({ connections: 0.5 }, {}),
  'an unknown priority': connection(failing(404), { throttle: {}, baseUrl: 'https://priority.example/api/2' }, (care) =>
    care.request({ url: 'x' }, { priority: 'urgent' as never }),
  ),
  'no throttle beside another connection': sharing({}, false),
  'another throttle than the other connection': sharing(new OpenThrottle(), new OpenThrottle()),
  'a throttle beside a connection without one': sharing(false, {}),
  'limits beside a throttle of one’s own': sharing(new OpenThrottle(), { burst: 5 }),
  'higher limits than another connection, which then closes': sharing({ burst: 5 }, { burst: 10 }),
};
