import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';

const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];

test.each([
  ['msw@2.0.0', 'ioredis@5.4.0', '@opentelemetry/api@1.7.0'],
  ['msw@2', 'ioredis@5.4', '@opentelemetry/api@1.9'],
])('it installs beside older peers: %s, %s, %s', async (...peers) => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "version": "1.0.0" }');
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const install = (...words: string[]) =>
    promisify(execFile)('npm', ['install', ...quiet, ...words], { cwd: folder, env });
  await install('--save-dev', ...peers);
  await install(inject('tarball'));
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['care-platform']);
});
