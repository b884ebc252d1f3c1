import * as client from 'care-platform';
import { type CareErrors, isCareError } from 'care-platform';
import * as calendar from 'care-platform/calendar';
import * as redis from 'care-platform/redis';
import { expect, test } from 'vitest';
import { failureOf } from './support/failure.js';
import { page, refusal, scriptedPlatform } from './support/platform.js';
import { skipPauses } from './support/virtual-time.js';

type ErrorClass = typeof client.CareError;

const platform = scriptedPlatform();

/** Whether the same call may succeed later, by the name of the class and the fields that decide. */
const expected: Readonly<Record<keyof CareErrors, readonly (readonly [fields: object, isTransient: boolean])[]>> = {
  ApiError: [
    [{ status: 409 }, false],
    [{ status: 408 }, true],
    [{ status: 425 }, true],
  ],
  BadRequestError: [[{ status: 400 }, false]],
  CalendarError: [[{}, false]],
  ClosedError: [[{}, false]],
  ConnectionError: [
    [{ mayHaveArrived: false }, true],
    [{ mayHaveArrived: true }, true],
  ],
  ExportFailedError: [[{ state: 'failed' }, false]],
  ForbiddenError: [[{ status: 403 }, false]],
  ForeignLinkError: [[{}, false]],
  InputError: [[{}, false]],
  InvalidInputError: [[{ status: 400 }, false]],
  InvalidPayloadError: [[{ status: 406 }, false]],
  LazyLoadError: [[{}, false]],
  LinkNotFoundError: [[{}, false]],
  MethodNotAllowedError: [[{ status: 405 }, false]],
  NotFoundError: [[{ status: 404 }, false]],
  OutcomeUnknownError: [
    [{ canCallAgain: false }, false],
    [{ canCallAgain: true }, true],
  ],
  PollTimeoutError: [[{}, true]],
  RateLimitedError: [[{ status: 429 }, true]],
  RedisUnavailableError: [
    [{ isLasting: false }, true],
    [{ isLasting: true }, false],
  ],
  ResponseValidationError: [[{}, false]],
  ServerError: [
    [{ status: 500 }, true],
    [{ status: 503 }, true],
  ],
  TimeoutError: [
    [{ waitedFor: 'response' }, true],
    [{ waitedFor: 'call' }, true],
    [{ waitedFor: 'token' }, true],
  ],
  UnauthorizedError: [[{ status: 401 }, false]],
  UnexpectedResponseError: [
    [{ status: 200, cutOff: false }, false],
    [{ status: 200, cutOff: true }, true],
    [{ status: 302, cutOff: false }, false],
    [{ status: 408, cutOff: false }, false],
  ],
};

const classes = [client, calendar, redis].flatMap((entry) =>
  Object.values(entry).filter(
    (exported): exported is ErrorClass => typeof exported === 'function' && exported.prototype instanceof Error,
  ),
);

/** One of that class, by its form alone. */
function instanceOf(kind: ErrorClass, fields: object): Error {
  const form = { name: kind.name, [Symbol.for('care-platform.error')]: true, ...fields };
  return Object.assign(Object.create(kind.prototype) as Error, form);
}

test('every exported error class says whether the same call may succeed later', () => {
  const named = classes.filter(({ name }) => name !== 'CareError' && name !== 'RequestError');
  expect(named.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort());
  for (const kind of named) {
    for (const [fields, isTransient] of expected[kind.name as keyof CareErrors]) {
      const error = instanceOf(kind, fields);
      const found = isCareError(error) && error.isTransient;
      expect([kind.name, fields, found]).toEqual([kind.name, fields, isTransient]);
    }
  }
  expect(new client.CareError('No.').isTransient).toBe(false);
});

test('an error is transient exactly if the package retries a GET after it', async () => {
  skipPauses();
  const care = await platform.connect();
  const answers = {
    ...Object.fromEntries([400, 401, 403, 404, 405, 406, 408, 409, 425, 429, 500, 503].map((s) => [s, refusal(s)])),
    page: page('<html>'),
    cut: page('{"@items": [', 200, 'application/json'),
  };
  for (const [name, answer] of Object.entries(answers)) {
    platform.on('GET', `/${name}`, answer);
    platform.forget();
    const error = await failureOf(care.request({ url: name }));
    expect([name, isCareError(error) && error.isTransient]).toEqual([name, platform.seen.length > 1]);
  }
});
