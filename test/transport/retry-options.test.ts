import { type Application, connect, type RequestOptions } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { applicationDocument, baseUrl } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { json, lost, page, scriptedPlatform } from '../support/platform.js';
import { type SkippedPauses, skipPauses } from '../support/virtual-time.js';

const minute = 60_000;
const platform = scriptedPlatform();
let time: SkippedPauses;
let care: Application;
beforeEach(async () => {
  time = skipPauses();
  care = await platform.connect();
});

const read = (options: RequestOptions) => care.request({ url: 'x' }, options);

describe('`retry` of a call', () => {
  test('takes the place of that of the connection', async () => {
    care = await platform.connect({ retry: 1 });
    platform.on('GET', '/x', lost);
    for (const [retry, sent] of [
      [undefined, 2],
      [0, 1],
      [4, 5],
    ] as const) {
      platform.forget();
      await failureOf(read({ retry }));
      expect(platform.seen).toHaveLength(sent);
    }
  });

  test('holds for each page of a list', async () => {
    platform.on('GET', '/c/items', lost);
    await failureOf(care.clients({}, { retry: 0 }).toArray());
    expect(platform.seen).toHaveLength(1);
  });

  test('of `connect` holds for connecting too, but the page of a gateway is not waited for there', async () => {
    const options = { baseUrl, token: 'x', throttle: platform.throttle, retry: { until: '15m' } } as const;
    platform.on('GET', '', (request) => (time.waited() < 10 * minute ? lost : json(applicationDocument()))(request));
    const waiting = await connect(options);
    waiting.close();
    expect(time.waited()).toBeGreaterThanOrEqual(10 * minute);
    platform.on('GET', '', page('<html>'));
    platform.forget();
    expect(await failureOf(connect(options))).toMatchObject({ name: 'UnexpectedResponseError' });
    expect(platform.seen).toHaveLength(1);
  });

  test.each([
    ['a negative number', -1, 'retry'],
    ['a fraction', 1.5, 'retry'],
    ['a text', '15m', 'retry'],
    ['no time', {}, 'retry'],
    ['an unknown unit', { until: '15 minutes' }, 'retry.until'],
    ['a unit with more after it', { until: '15ms' }, 'retry.until'],
    ['a time with more before it', { until: '+15m' }, 'retry.until'],
    ['a negative time', { until: -5 }, 'retry.until'],
    ['no milliseconds', { until: 0 }, 'retry.until'],
    ['no date', { until: new Date(Number.NaN) }, 'retry.until'],
    ['a time with another option', { until: '15m', pause: 5 }, 'retry.pause'],
  ])('is refused before anything is sent if it is %s', async (_, retry, name) => {
    const refused = { name: 'InputError', problems: [{ name }] };
    await expect(read({ retry: retry as never })).rejects.toMatchObject(refused);
    await expect(connect({ baseUrl, token: 'x', retry: retry as never })).rejects.toMatchObject(refused);
    expect(platform.seen).toHaveLength(0);
  });
});
