import { expect, test } from 'vitest';
import { run } from './consumer.js';

test('Jest runs tests that require the package', async () => {
  await run('node_modules/jest/bin/jest.js', '--rootDir', 'jest');
});

test('NestJS injects by classes of the package, which decorators name in CommonJS', async () => {
  await run('node_modules/typescript-5.7/bin/tsc', '--project', 'nest');
  expect(JSON.parse(await run('nest/built/application.js'))).toEqual({ id: 'EHR-1042', injected: true, error: true });
});
