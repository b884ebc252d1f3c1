import { expect, test } from 'vitest';
import { run } from '../support/command.js';
import { platformWith, respondWithRows, startClient } from '../support/rows-sandbox.js';

test('names and values of any kind arrive', async () => {
  const { sandbox, variables, to, read } = await platformWith();
  const rows = [
    { Name: 'x', name: 'y', 'a"b; drop table client': 1, '': true, list: [1, { two: 2 }], big: 9_007_199_254_740_991 },
    { Name: null, later: 1.5, rowid: 7, 'z\u0000': 'zero', text: "it's" },
  ];
  await respondWithRows(sandbox, variables, rows);
  expect(await run([...startClient, ...to, '--table', 'my "own" table'], variables)).toMatchObject({ code: 0 });
  const columns = [
    'Name',
    'name (2)',
    'a"b; drop table client',
    '',
    'list',
    'big',
    'later',
    'rowid',
    'z\ufffd',
    'text',
  ];
  const selected = columns.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
  expect(read(`select ${selected} from "my ""own"" table"`)).toEqual([
    {
      ...{
        Name: 'x',
        'name (2)': 'y',
        'a"b; drop table client': 1,
        '': 1,
        list: '[1,{"two":2}]',
        big: 9_007_199_254_740_991,
      },
      ...{ later: null, rowid: null, 'z\ufffd': null, text: null },
    },
    {
      ...{ Name: null, 'name (2)': null, 'a"b; drop table client': null, '': null, list: null, big: null },
      ...{ later: 1.5, rowid: 7, 'z\ufffd': 'zero', text: "it's" },
    },
  ]);
});

test('fields that are named like members of every object are null in rows without them', async () => {
  const { sandbox, variables, to, read } = await platformWith();
  await respondWithRows(sandbox, variables, [{ a: 1, constructor: 2, toString: 3, ['__proto__']: 4 }, { a: 5 }]);
  expect(await run([...startClient, ...to], variables)).toMatchObject({ code: 0 });
  expect(read('select a, constructor, "toString", "__proto__" as proto from client order by rowid')).toEqual([
    { a: 1, constructor: 2, toString: 3, proto: 4 },
    { a: 5, constructor: null, toString: null, proto: null },
  ]);
});

test('more rows than one transaction holds arrive in their order, with a column that begins late', async () => {
  const { sandbox, variables, to, read } = await platformWith({ clients: 200 });
  const rows = Array.from({ length: 2500 }, (_, number) => (number < 2400 ? { number } : { number, late: true }));
  await respondWithRows(sandbox, variables, rows);
  expect(await run([...startClient, ...to], variables)).toMatchObject({ code: 0 });
  expect(read('select number from client order by rowid').map(({ number }) => number)).toEqual(
    rows.map(({ number }) => number),
  );
  expect(read('select count(*) as late from client where late = 1')).toEqual([{ late: 100 }]);
});

test('rows without fields arrive before and after those that have some', async () => {
  const { sandbox, variables, to, read } = await platformWith({ clients: 200 });
  const rows = [...Array.from({ length: 1500 }, () => ({})), { late: true }, {}];
  await respondWithRows(sandbox, variables, rows);
  expect(await run([...startClient, ...to], variables)).toMatchObject({ code: 0 });
  expect(read('select rowid, late from client where late is not null')).toEqual([{ rowid: 1501, late: 1 }]);
  expect(read('select count(*) as rows from client')).toEqual([{ rows: 1502 }]);
});

test('an export whose rows all lack fields replaces the rows, as far as the table has columns', async () => {
  const { sandbox, variables, to, read } = await platformWith();
  await run([...startClient, ...to], variables);
  await respondWithRows(sandbox, variables, [{}, {}]);
  const [known, other] = [
    await run([...startClient, ...to], variables),
    await run([...startClient, ...to, '--table', 'other'], variables),
  ];
  expect([known.code, other.code]).toEqual([0, 0]);
  expect(read('select id, email from client')).toEqual([
    { id: null, email: null },
    { id: null, email: null },
  ]);
  expect(other.stderr).toContain('Saved 0 rows');
});

test('rows of other tables that refer to the rows stay', async () => {
  const { variables, to, read } = await platformWith();
  await run([...startClient, ...to], variables);
  read('create unique index by_id on client (id)');
  read('create table notes (client text references client (id) on delete cascade, note text)');
  read('create table visits (client text references client (id), day text)');
  read("insert into notes values ('EHR-1042', 'A note')");
  read("insert into visits values ('EHR-1042', 'A day')");
  expect(await run([...startClient, ...to], variables)).toMatchObject({ code: 0 });
  expect(read('select * from notes natural join visits')).toEqual([
    { client: 'EHR-1042', note: 'A note', day: 'A day' },
  ]);
});
