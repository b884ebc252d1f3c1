import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { firstOutput, run, runOnTerminal, start, type Variables } from '../support/command.js';
import { temporaryFolder } from '../support/temporary-folder.js';

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(await temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** Some fields of a client, as the command prints them. */
async function shownBy(variables: Variables, id: string): Promise<string> {
  const { stdout } = await run(['get', 'client', id, '--fields', 'name,active,date_of_birth'], variables);
  return stdout.replace(/\s+/g, ' ').trim();
}

async function sandboxWith(path: string): Promise<Variables> {
  const child = start(['sandbox', '--port', '0', '--env', '--clients', '0', '--people', path]);
  return parseEnv(await firstOutput(child)) as Variables;
}

test('--people takes a CSV file, also one that a spreadsheet has written', async () => {
  const rows = [
    'kind;first_name;infix;last_name;id;labels;active;date_of_birth',
    'client;Jo;van;"Eigen\r\nWijs";A-1;Rood; ;1980-02-29',
    '',
    ';Ann;;Eigen;A-2;"Rood; Blauw";false;',
    'professional;Pro;;Eigen;P-9;;;',
  ];
  const variables = await sandboxWith(await file('people.csv', `\uFEFF${rows.join('\r\n')}\r\n`));
  expect(await shownBy(variables, 'A-1')).toBe('Jo van Eigen Wijs true 1980-02-29');
  expect(await shownBy(variables, 'A-2')).toBe('Ann Eigen false 1990-01-15');
  expect((await run(['get', 'professional', 'P-9', '--fields', 'name'], variables)).code).toBe(0);
  const { stdout } = await run(['get', 'labels', '--fields', 'label'], variables);
  expect(stdout.trim().split('\n').slice(-2)).toEqual(['Rood', 'Blauw']);
});

test('--people takes a JSON file, and the terminal shows whose people they are', async () => {
  const path = await file('people.json', JSON.stringify([{ first_name: 'Jo', last_name: 'Eigen', id: 'A-1' }]));
  expect(await shownBy(await sandboxWith(path), 'A-1')).toBe('Jo Eigen true 1990-01-15');
  const args = ['sandbox', '--port', '0', '--people', path];
  const { code, screen } = await runOnTerminal(args, {}, { keys: '\u0003', after: 'Ctrl-C ends it' });
  expect(code).toBe(0);
  expect(screen).toContain(path);
});

const heading = 'first_name,last_name,id\n';

test.each<[string, string, string, string]>([
  ['an unknown field', 'p.csv', 'first_name,last_name,emial\nJo,E,x\n', 'line 2, emial:'],
  ['an external id twice', 'p.csv', `${heading}Jo,"E\nF",A\n\nJo,G,A\n`, 'line 5, id:'],
  ['an invented external id', 'p.csv', `${heading}Jo,E,EHR-1042\n`, 'line 2, id:'],
  ['a word for active', 'p.csv', 'first_name,last_name,active\nJo,E,yes\n', 'line 2, active:'],
  ['too many cells', 'p.csv', `${heading}Jo,E,A,B\n`, 'line 2:'],
  ['an open quotation mark', 'p.csv', `${heading}Jo,"E,A\n`, 'line 2:'],
  ['a field twice', 'p.csv', 'id,id\nA,B\n', 'line 1:'],
  ['nothing', 'p.csv', '', 'line 1:'],
  [
    'a wrong value',
    'p.json',
    '[\n  {"first_name": "J\\"[o", "last_name": "E"},\n  {"first_name": "Jo"}\n]',
    'line 3, last_name:',
  ],
  ['a missing comma', 'p.json', '[\n{"first_name": "Jo" "last_name": "E"}]', 'line 2:'],
  ['no list', 'p.json', '{}', 'line 1:'],
  ['a person that is no object', 'p.json', '[\n\n1]', 'line 3:'],
  ['another ending', 'p.txt', heading, '.csv'],
])('a file with %s is refused, with the line', async (_, name, content, expected) => {
  const path = await file(name, content);
  const { code, stdout, stderr } = await run(['sandbox', '--port', '0', '--people', path]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(path);
  expect(stderr).toContain(expected);
});

test('a file in another encoding than UTF-8 is refused, since its letters would be lost', async () => {
  const text = 'first_name,last_name\nZoë,E\n';
  for (const content of [Buffer.from(text, 'latin1'), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
    const path = await file('people.csv', content);
    const { code, stdout, stderr } = await run(['sandbox', '--port', '0', '--people', path]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('UTF-8');
  }
});

test('a file that is missing is refused', async () => {
  expect((await run(['sandbox', '--port', '0', '--people', '/none/people.csv'])).code).toBe(2);
});
