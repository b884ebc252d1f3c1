import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { connect } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { firstOutput, run, runOnTerminal, start } from '../support/command.js';
import { commandSandbox } from '../support/command-sandbox.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const { sandbox, variables, server } = commandSandbox({ clients: 120, limits: false });

const care = (...args: string[]) => run(args, variables);
const onTerminal = (args: string[], options: { columns?: number; keys?: string; after?: string } = {}) =>
  runOnTerminal(args, variables, options);
const lines = (text: string) => text.split('\n').slice(0, -1);

describe('get', () => {
  test('prints lines with tabs in a pipe, all items or as many as are asked for', async () => {
    const [all, few] = await Promise.all([care('get', 'clients'), care('get', 'clients', '--limit', '2')]);
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(lines(all.stdout)).toHaveLength(122);
    expect(few.stdout).toBe(
      'EHR-1042\tFenna Voorbeeld\tfenna.voorbeeld@mail.example\ttrue\n' +
        'EHR-1043\tJoris van der Verzonnen\tjoris.verzonnen@mail.example\ttrue\n',
    );
  });

  test('asks for no more items than it prints', async () => {
    const before = sandbox.journal.length;
    await care('get', 'clients', '--limit', '3');
    expect(sandbox.journal.slice(before).map(({ path, query }) => path + query)).toEqual([
      '/',
      '/c/items?start=0&limit=3',
    ]);
  });

  test('prints a table on a terminal, which fits it, and how many more there are', async () => {
    const { code, screen } = await onTerminal(['get', 'clients', '--limit', '3'], { columns: 50 });
    expect(code).toBe(0);
    const [heading, ...rows] = lines(stripVTControlCharacters(screen));
    expect(heading).toMatch(/^id +name +email +active$/);
    expect(rows[0]).toMatch(/^EHR-1042 +Fenna Voorbeeld +fenna.*… +true$/);
    expect(rows.at(-1)).toBe('3 of 122.');
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(50);
  });

  test('prints JSON as the platform sends it, as one array', async () => {
    const [list, client] = await Promise.all([
      care('get', 'clients', '--json', '--limit', '101'),
      care('get', 'client', 'EHR-1042', '--json'),
    ]);
    expect(JSON.parse(list.stdout)).toHaveLength(101);
    expect(JSON.parse(client.stdout)).toMatchObject({ id: 'EHR-1042', '@links': expect.any(Array) });
    expect(JSON.parse((await care('get', 'exports', '--json')).stdout)).toEqual([]);
  });

  test('prints the fields that are asked for', async () => {
    const fields = ['--fields', 'id,@changes.modification_time'];
    const [row, json, value] = await Promise.all([
      care('get', 'clients', '--limit', '1', ...fields),
      care('get', 'clients', '--limit', '1', '--json', ...fields),
      care('get', 'client', 'EHR-1042', '--fields', 'email'),
    ]);
    // Times of the platform are in UTC, which they do not say.
    expect(row.stdout).toMatch(/^EHR-1042\t\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n$/);
    expect(JSON.parse(json.stdout)).toEqual([{ id: 'EHR-1042', '@changes.modification_time': expect.any(String) }]);
    expect(value.stdout).toBe('fenna.voorbeeld@mail.example\n');
  });

  test('names a field that no item has, and those that there are', async () => {
    const { code, stdout, stderr } = await care('get', 'clients', '--limit', '1', '--fields', 'id,emial');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'EHR-1042\t\n' });
    expect(stderr).toContain('emial');
    expect(stderr).toContain('email');
  });

  test('prints CSV with all fields of all items, also of those that come later', async () => {
    const { stdout } = await care('get', 'clients', '--csv');
    const [heading = '', first = '', ...others] = stdout.split('\r\n');
    expect(heading.split(',')).toEqual(expect.arrayContaining(['first_name', 'email', 'date_of_birth', 'id']));
    expect(first).toContain('Fenna,,Voorbeeld,true');
    expect(others.at(-1)).toBe('');
  });

  test('quotes cells of CSV that a spreadsheet would run, and no number', async () => {
    const texts = ['=HYPERLINK("https://evil.example")', '@SUM(A1)', '+31 6 1234-5678', '-5', '-A1', '+cmd|calc'];
    const application = await connect({ baseUrl: server().baseUrl, token: sandbox.tokens.apiUser });
    for (const text of texts) await application.createLabel(text);
    application.close();
    const { stdout } = await care('get', 'labels', '--csv', '--fields', 'label');
    expect(stdout.split('\r\n').slice(-7)).toEqual([
      `"'=HYPERLINK(""https://evil.example"")"`,
      `"'@SUM(A1)"`,
      '+31 6 1234-5678',
      '-5',
      `"'-A1"`,
      `"'+cmd|calc"`,
      '',
    ]);
  });

  test('prints no code that a text of the platform holds', async () => {
    const application = await connect({ baseUrl: server().baseUrl, token: sandbox.tokens.apiUser });
    await application.createLabel('\u001b[31mred\u001b]0;title\u0007\nnext\u202egnp');
    application.close();
    const args = ['get', 'labels', '--fields', 'label'];
    const [terminal, pipe, json] = await Promise.all([
      runOnTerminal(args, { ...variables, NO_COLOR: '1' }),
      care(...args),
      care(...args, '--json'),
    ]);
    for (const text of [terminal.screen, pipe.stdout]) {
      expect(text.trimEnd().split('\n').at(-1)).toBe(' [31mred ]0;title nextgnp');
    }
    expect(json.stdout).not.toContain('\u001b');
  });

  test('reads any URL, and refuses that of another platform', async () => {
    const [list, foreign] = await Promise.all([
      care('get', `${server().baseUrl}/p/items`, '--fields', 'id', '--limit', '1'),
      care('get', 'https://app.example.org/api/2/c/items'),
    ]);
    expect(list).toEqual({ code: 0, stdout: 'PRO-1\n', stderr: '' });
    expect(foreign).toMatchObject({ code: 2, stdout: '' });
  });

  test('uses the profile instead of the environment', async () => {
    const profile = join(await temporaryFolder(), 'care.env');
    writeFileSync(profile, `CARE_BASE_URL=${server().baseUrl}\nCARE_TOKEN="${sandbox.tokens.client}"\n`, {
      mode: 0o600,
    });
    const { code, stdout } = await care('get', 'client', 'EHR-1042', '--fields', 'id', '--profile', profile);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'EHR-1042\n' });
    // The mark that editors of Windows write first.
    writeFileSync(profile, `\uFEFF${readFileSync(profile, 'utf8')}`);
    expect(await care('get', 'client', 'EHR-1042', '--fields', 'id', '--profile', profile)).toMatchObject({ code: 0 });
  });
});

describe('links and follow', () => {
  test('links lists what the token may see', async () => {
    const [client, json] = await Promise.all([
      care('links', 'client', 'EHR-1042'),
      care('links', 'application', '--json'),
    ]);
    expect(lines(client.stdout)).toContainEqual(expect.stringMatching(/^diary\.entries\.items\thttp/));
    expect(JSON.parse(json.stdout)).toContainEqual({ name: 'catalogue.items', url: expect.any(String) });
  });

  test('follow goes by one link, or by several', async () => {
    const [short, long] = await Promise.all([
      care('follow', 'client', 'EHR-1042', 'diary.entries.items', '--json'),
      care('follow', 'client', 'EHR-1042', 'diary', 'entries.items', '--json'),
    ]);
    expect(JSON.parse(short.stdout).length).toBeGreaterThan(1);
    expect(long.stdout).toBe(short.stdout);
  });

  test('follow prints a file into a pipe, saves it with --output, and keeps it from a terminal', async () => {
    const folder = await temporaryFolder();
    const { stdout } = await care('get', 'client', 'EHR-1042', '--fields', 'picture.url');
    const [calendar, saved, terminal] = await Promise.all([
      care('follow', 'client', 'EHR-1042', 'planning.ics'),
      care('get', stdout.trim(), '--output', `${folder}/`),
      onTerminal(['get', stdout.trim()]),
    ]);
    expect(calendar.stdout).toMatch(/^BEGIN:VCALENDAR\r\n/);
    expect(saved).toMatchObject({ code: 0, stdout: '' });
    const [, path = ''] = /^Saved as (.*)\n$/.exec(saved.stderr) ?? [];
    expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG');
    expect(terminal.code).toBe(1);
    expect(terminal.screen).toContain('--output');
  });
});

describe('exit codes', () => {
  test('wrong arguments are 2, and what does not exist is 3', async () => {
    const codes: readonly (readonly [number, string])[] = [
      [2, 'get clinets'],
      [2, 'get constructor'],
      [2, 'get client'],
      [2, 'get client ..'],
      [2, 'get clients EHR-1042'],
      [2, 'get clients --limit 0'],
      [2, 'get clients --json --csv'],
      [2, 'get clients --fields id,,name'],
      [2, 'follow client EHR-1042'],
      [2, 'follow clients items'],
      [2, 'links clients'],
      [3, 'get client EHR-9999'],
      [3, 'follow client EHR-1042 dairy'],
    ];
    const runs = await Promise.all(codes.map(async ([, line]) => ({ line, ...(await care(...line.split(' '))) })));
    expect(runs.map(({ code, line }) => [code, line])).toEqual(codes);
    for (const { stdout, stderr } of runs) {
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^care-platform: .+\n$/);
    }
  });

  test('a folder that does not exist is 1, with a message and no stack', async () => {
    const nowhere = join(await temporaryFolder(), 'none', 'plan.ics');
    const { code, stdout, stderr } = await care('follow', 'client', 'EHR-1042', 'planning.ics', '--output', nowhere);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^care-platform: ENOENT.+\n$/);
  });
});

describe('the end', () => {
  test('SIGTERM ends it with 143', async () => {
    sandbox.faults.add({ kind: 'stall', when: 'before', path: '/c/items', skip: 1, times: 10 });
    const child = start(['get', 'clients'], variables);
    await firstOutput(child);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
    sandbox.faults.clear();
  });

  test('a reader that leaves is no failure', async () => {
    const child = start(['get', 'clients', '--json'], variables);
    let errors = '';
    child.stderr.on('data', (text: string) => {
      errors += text;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(errors).toBe('');
  });
});
