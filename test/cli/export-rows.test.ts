import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { firstOutput, run, runOnTerminal, start } from '../support/command.js';
import { emailsIn, platformWith, respondWithRows, startClient } from '../support/rows-sandbox.js';

test('--to writes the rows into a table that only its owner can read, and each run replaces them', async () => {
  const { sandbox, variables, path, to, read, emails } = await platformWith();
  const first = await run([...startClient, ...to], variables);
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(first.stderr).toMatch(/^Started http:\S+\nSaved 12 rows in the table client of \S+care\.db\n$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(emailsIn(read('select email from client'))).toEqual(emails);
  expect(
    read("select active, json_array_length(labels) as labels, typeof(age) as age from client where id = 'EHR-1042'"),
  ).toEqual([{ active: 1, labels: 2, age: 'integer' }]);

  read('create index by_email on client (email)');
  read('alter table client add column note');
  sandbox.control.reset();
  expect(await run([...startClient, ...to, '--format', 'csv', '--properties', 'id,email'], variables)).toMatchObject({
    code: 0,
  });
  expect(emailsIn(read('select email from client'))).toEqual(emails);
  expect(read('select distinct name, note from client')).toEqual([{ name: null, note: null }]);
  expect(read("select name from sqlite_schema where type = 'index' and tbl_name = 'client'")).toEqual([
    { name: 'by_email' },
  ]);
});

test('a run that is killed leaves the old rows, and the next run goes on with its job', async () => {
  const { sandbox, variables, to, read, starts, emails } = await platformWith();
  await run([...startClient, ...to], variables);
  const old = read('select rowid, * from client');
  sandbox.settings.exportQueuedFor = null;
  const waiting = start([...startClient, ...to], variables);
  const url = /http\S+/.exec(await firstOutput({ stdout: waiting.stderr }))?.[0] ?? '';
  waiting.kill('SIGKILL');
  await once(waiting, 'exit');
  expect(read('select rowid, * from client')).toEqual(old);

  sandbox.control.stepExport(url);
  sandbox.control.stepExport(url);
  sandbox.faults.add({ kind: 'slow', milliseconds: 600_000, pieces: 1000, path: /download$/ });
  const reading = start([...startClient, ...to], variables);
  expect(await firstOutput({ stdout: reading.stderr })).toBe(`Continues ${url}\n`);
  while (!sandbox.journal.some(({ path }) => path.endsWith('/download') && url.includes(path.split('/')[2] ?? ''))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  reading.kill('SIGKILL');
  await once(reading, 'exit');
  expect(read('select rowid, * from client')).toEqual(old);

  sandbox.faults.clear();
  const last = await run([...startClient, ...to], variables);
  expect(last).toMatchObject({ code: 0, stderr: expect.stringContaining(`Continues ${url}`) });
  expect(starts()).toBe(2);
  expect(emailsIn(read('select email from client'))).toEqual(emails);
  expect(read('select * from care_platform_exports')).toEqual([]);
});

test('Ctrl-C ends with 130 and says how to go on, and so it does', async () => {
  const { sandbox, variables, to, starts, read } = await platformWith({ settings: { exportQueuedFor: null } });
  const { code, screen } = await runOnTerminal([...startClient, ...to], variables, { keys: '\u0003', after: 'queued' });
  expect(code).toBe(130);
  expect(screen).toContain('run the same command again');
  const url = /http\S+/.exec(screen)?.[0] ?? '';
  sandbox.control.stepExport(url);
  sandbox.control.stepExport(url);
  expect(await run([...startClient, ...to], variables)).toMatchObject({ code: 0 });
  expect([starts(), read('select count(*) as rows from client')]).toEqual([1, [{ rows: 12 }]]);
});

test('a database whose last run on another platform was ended gets the rows of this one', async () => {
  const other = await platformWith({ settings: { exportQueuedFor: null } });
  const { variables, read } = await platformWith();
  const waiting = start([...startClient, ...other.to], other.variables);
  await firstOutput({ stdout: waiting.stderr });
  waiting.kill('SIGKILL');
  await once(waiting, 'exit');
  expect(await run([...startClient, ...other.to], variables)).toMatchObject({ code: 0 });
  expect(other.read('select count(*) as rows from client')).toEqual([{ rows: 12 }]);
  expect(() => read('select * from client')).toThrow();
});

test('a stored job that is no URL is refused, and nothing is changed or started', async () => {
  const { variables, to, read, starts } = await platformWith();
  await run([...startClient, ...to], variables);
  read("insert into care_platform_exports values ('client', 'by hand')");
  const before = read('select rowid, * from client');
  const { code, stdout, stderr } = await run([...startClient, ...to], variables);
  expect({ code, stdout, starts: starts() }).toEqual({ code: 1, stdout: '', starts: 1 });
  expect(stderr).toMatch(/^care-platform: .*care_platform_exports.*\n$/);
  expect(read('select rowid, * from client')).toEqual(before);
  expect(read('select * from care_platform_exports')).toEqual([{ table_name: 'client', job: 'by hand' }]);
});

test('a file that breaks off changes nothing, and the next run is complete', async () => {
  const { sandbox, variables, to, read, emails, starts } = await platformWith();
  sandbox.faults.add({ kind: 'truncate', path: /download$/, times: 10 });
  expect(await run([...startClient, ...to], variables)).toMatchObject({ code: 1, stdout: '' });
  expect(read("select name from sqlite_schema where name = 'client'")).toEqual([]);
  sandbox.faults.clear();
  expect(await run([...startClient, ...to], variables)).toMatchObject({ code: 0 });
  expect(emailsIn(read('select email from client'))).toEqual(emails);
  expect(starts()).toBe(1);
});

test('resume writes the rows of any job into a table', async () => {
  const { variables, to, read } = await platformWith();
  const started = await run([...startClient, '--properties', 'id,name'], variables);
  const url = /http\S+/.exec(started.stderr)?.[0] ?? '';
  const resumed = await run(['export', 'resume', url, ...to, '--table', 'names'], variables);
  expect(resumed).toMatchObject({ code: 0, stdout: '' });
  expect(read("select * from names where id = 'EHR-1042'")).toEqual([{ id: 'EHR-1042', name: 'Fenna Voorbeeld' }]);
});

test('an export without rows empties the table', async () => {
  const { sandbox, variables, to, read } = await platformWith();
  await run([...startClient, ...to], variables);
  await respondWithRows(sandbox, variables, []);
  for (const table of ['client', 'other']) {
    const found = await run([...startClient, ...to, '--table', table], variables);
    expect(found).toMatchObject({ code: 0, stderr: expect.stringContaining('Saved 0 rows') });
  }
  expect(read('select * from client')).toEqual([]);
});

test('what cannot work ends before an export is started', async () => {
  const { variables, path, to, starts, sandbox } = await platformWith();
  const noDatabase = `${path}.txt`;
  writeFileSync(noDatabase, 'This is a text that is no database. '.repeat(100));
  const [olderNode, ...others] = await Promise.all([
    run([...startClient, ...to], { ...variables, NODE_OPTIONS: '--no-experimental-sqlite' }),
    run([...startClient, '--to', `sqlite:${noDatabase}`], variables),
    run([...startClient, '--to', 'sqlite:no/such/folder/care.db'], variables),
    run([...startClient, '--to', 'postgres:care'], variables),
    run([...startClient, '--to', 'sqlite:'], variables),
    run([...startClient, '--table', 'client'], variables),
    run([...startClient, ...to, '--output', 'file.json'], variables),
    run([...startClient, ...to, '--gzip'], variables),
    run([...startClient, ...to, '--format', 'xlsx'], variables),
    run([...startClient, ...to], { ...variables, CARE_BASE_URL: 'http://127.0.0.1:9' }),
    run([...startClient, ...to], { ...variables, CARE_TOKEN: 'revoked-token' }),
  ]);
  expect(olderNode?.code).toBe(1);
  expect(olderNode?.stderr).toContain(process.version);
  expect(others.map(({ code, stdout }) => [code, stdout])).toEqual(
    [1, 1, 2, 2, 2, 2, 2, 2, 5, 4].map((code) => [code, '']),
  );
  expect(starts()).toBe(0);
  const plain = { ...variables, CARE_TOKEN: sandbox.tokens.apiUserPlain };
  expect(await run([...startClient, ...to], plain)).toMatchObject({ code: 4 });
});
