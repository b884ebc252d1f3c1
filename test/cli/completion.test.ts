import { expect, test } from 'vitest';
import { run } from '../support/command.js';

const complete = async (...words: string[]) => {
  const { stdout } = await run(['completion', 'bash', '--', ...words]);
  return stdout.split('\n').slice(0, -1);
};

test('words are completed by what there is', async () => {
  const found = await Promise.all([
    complete('exp'),
    complete('export', ''),
    complete('get', 'cl'),
    complete('get', 'client', ''),
    complete('watch', '--c'),
    complete('sandbox', '--allow'),
    complete('ty'),
    complete('types', '--ch'),
    complete('check', '--only', '2.2'),
    complete('check', '--only', 'ROOT-'),
    complete('he'),
    complete('help', 'comp'),
    complete('completion', ''),
    complete('send', 'd'),
    complete('send', 'delete', 'cl'),
  ]);
  expect(found).toEqual([
    ['export'],
    ['start', 'resume', 'list', 'cancel'],
    ['clients', 'client-access-log', 'client'],
    [],
    ['--cursor'],
    ['--allow-host'],
    ['types'],
    ['--check'],
    ['2.2', '2.2.1'],
    ['ROOT-1', 'ROOT-2', 'ROOT-5', 'ROOT-6'],
    ['help'],
    ['completion'],
    ['bash', 'zsh', 'fish'],
    ['delete'],
    ['clients', 'client-access-log', 'client'],
  ]);
});

test('an option with a value is completed by its values, and counts as no argument', async () => {
  const found = await Promise.all([
    complete('export', 'start', 'client', '--format', ''),
    complete('export', 'start', 'client', '--format=c'),
    // Bash makes three words of it.
    complete('export', 'start', 'client', '--format', '=', 'c'),
    complete('export', 'start', 'client', '--format', '='),
    complete('sandbox', '--limits', 'of'),
    complete('sandbox', '--role', 'apiUser'),
    complete('watch', '--type', ''),
    complete('get', '--output', ''),
    complete('get', '--limit', '3', 'cat'),
    complete('get', '--json', 'cat'),
  ]);
  expect(found).toEqual([
    ['csv', 'json', 'xlsx'],
    ['--format=csv'],
    ['csv'],
    ['csv', 'json', 'xlsx'],
    ['off'],
    ['apiUser', 'apiUserPlain'],
    ['tasks', 'conversations'],
    [],
    ['catalogue'],
    ['catalogue'],
  ]);
});

test('another shell is refused', async () => {
  expect(await run(['completion', 'powershell'])).toMatchObject({ code: 2, stdout: '' });
});
