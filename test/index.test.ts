import * as carePlatform from 'care-platform';
import * as calendar from 'care-platform/calendar';
import * as node from 'care-platform/node';
import * as opentelemetry from 'care-platform/opentelemetry';
import * as redis from 'care-platform/redis';
import * as sandbox from 'care-platform/sandbox';
import { expect, test, vi } from 'vitest';

test('the main entry exports these names and no others', () => {
  expect(Object.keys(carePlatform).sort()).toMatchSnapshot();
});

test('the calendar entry exports these names and no others', () => {
  expect(Object.keys(calendar).sort()).toEqual(['Calendar', 'CalendarError', 'Todo', 'parseCalendar']);
});

test('the node entry exports these names and no others', () => {
  expect(Object.keys(node).sort()).toEqual(['fileCursor', 'generateTypes', 'saveDownload']);
});

test('the opentelemetry entry exports these names and no others', () => {
  expect(Object.keys(opentelemetry).sort()).toEqual(['withTelemetry']);
});

test('the redis entry exports these names and no others', () => {
  expect(Object.keys(redis).sort()).toEqual(['RedisUnavailableError', 'redisThrottle']);
});

test('the sandbox entry exports these names and no others', () => {
  expect(Object.keys(sandbox).sort()).toEqual(['SandboxPersonError', 'SandboxStateError', 'createSandbox']);
});

test('every error class is recognized by its literal name, even one from another copy of the package', async () => {
  vi.resetModules();
  const another: typeof carePlatform = await import('care-platform');
  expect(another.InputError).not.toBe(carePlatform.InputError);
  const error = another.InputError.of('connect', 'token', 'Required input is missing.');
  expect(carePlatform.isCareError(error)).toBe(true);
  expect(carePlatform.isCareError(error, 'InputError')).toBe(true);
  expect(carePlatform.isCareError(error, 'NotFoundError')).toBe(false);
  expect(carePlatform.isCareError(new Error('theirs'))).toBe(false);
});
