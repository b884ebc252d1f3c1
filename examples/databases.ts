// Copies an export and the tasks of all users into SQLite. It can be killed at any time and run again.
import { DatabaseSync } from 'node:sqlite';
import { connect } from 'care-platform';
import * as z from 'zod';

const db = new DatabaseSync('care.db');
db.exec(`create table if not exists clients (email text primary key, id text, name text not null) strict;
  create table if not exists tasks (user text, url text, title text, primary key (user, url)) strict;
  create table if not exists cursors (name text primary key, text text not null) strict;
  create temp table arrived (email text primary key, id text, name text not null) strict`);

// In the same database, so that a copy of it from yesterday continues from yesterday.
const cursor = (name: string) => ({
  get: () => db.prepare('select text from cursors where name = ?').get(name)?.text as string | undefined,
  set: (text: string) => void db.prepare('insert or replace into cursors values (?, ?)').run(name, text),
});

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
using care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });

// The rows arrive beside the table that others read. It changes once, after the last row.
const schema = z.object({ email: z.string(), id: z.string().nullish(), first_name: z.string(), last_name: z.string() });
const arrive = db.prepare('insert or replace into arrived values (?, ?, ?)');
for await (const row of care.exportRows({ name: 'client' }, { cursor: cursor('clients'), schema })) {
  arrive.run(row.email, row.id ?? null, `${row.first_name} ${row.last_name}`);
}
db.exec('begin; delete from clients; insert into clients select * from arrived; commit');

// An event has all tasks of its user, so it replaces them, however often it comes.
const add = db.prepare('insert into tasks values (?, ?, ?)');
for await (const { user, tasks } of care.mirrorTasks({ cursor: cursor('tasks'), once: true })) {
  db.exec('begin');
  db.prepare('delete from tasks where user = ?').run(user.url);
  for (const task of tasks) add.run(user.url, task.url, task.data.title);
  db.exec('commit');
}
console.log(db.prepare('select count(*) as tasks, (select count(*) from clients) as clients from tasks').get());
