import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltPackage, buildPackage } from '../services/built-package.js';

let built: BuiltPackage;
beforeAll(() => {
  built = buildPackage();
}, 60_000);
afterAll(() => built.remove());

/**
 * Takes away what the oldest stated browsers lack, and what only Node has. The sandbox is loaded before, as it stands for a
 * server; `Symbol.dispose` cannot be deleted, so another `Symbol` takes the place of Node's.
 */
const asOlderBrowser = `
  const missing = [];
  const remove = (object, name) => {
    if (object === undefined || !(name in object)) return;
    delete object[name];
    if (name in object) missing.push(String(name));
  };
  const { prototype } = ReadableStream;
  remove(prototype, Symbol.asyncIterator);
  remove(prototype, 'values');
  remove(ReadableStream, 'from');
  for (const name of ['any', 'timeout']) remove(AbortSignal, name);
  for (const name of ['withResolvers', 'try']) remove(Promise, name);
  for (const name of ['fromAsync']) remove(Array, name);
  for (const name of ['groupBy']) { remove(Object, name); remove(Map, name); }
  for (const name of ['parse']) remove(URL, name);
  for (const name of ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']) remove(Set.prototype, name);
  for (const name of ['toBase64', 'toHex', 'setFromBase64']) remove(Uint8Array.prototype, name);
  remove(Uint8Array, 'fromBase64');
  const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']) remove(iterator, name);
  for (const name of ['MessageChannel', 'setImmediate', 'clearImmediate', 'Iterator', 'scheduler', 'FinalizationRegistry', 'SuppressedError', 'DisposableStack', 'AsyncDisposableStack', 'structuredClone', 'requestIdleCallback']) remove(globalThis, name);
  const Native = Symbol;
  const Older = function Symbol(description) { return Native(description); };
  for (const name of Reflect.ownKeys(Native)) {
    if (name !== 'dispose' && name !== 'asyncDispose' && name !== 'length' && name !== 'name')
      Object.defineProperty(Older, name, Object.getOwnPropertyDescriptor(Native, name));
  }
  globalThis.Symbol = Older;
  if (missing.length > 0) throw new Error('Still there: ' + missing.join(', '));
`;

/** Calls of every kind that a page makes. Each prints its name once it has worked. */
const calls = `
  const sandbox = createSandbox({ settings: { exportQueuedFor: 0, exportRunsFor: 0 } });
  // A platform that itself needs what is gone says so.
  const asked = (...request) => sandbox.fetch(...request).catch((error) => {
    console.error(error);
    throw error;
  });
  // Node loads its fetch on first use, with what is taken away here.
  await (await fetch('data:,x')).text();
  asOlderBrowser();
  const library = await import('./index.js');
  const { connect, inlineFile, Collection, Download, memoryCursor, isCareError } = library;
  const { parseCalendar, ...calendars } = await import('./calendar/index.js');
  const options = { baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: asked };
  const care = await connect(options);
  const officer = await connect({ ...options, token: sandbox.tokens.dataOfficer });
  const done = [];
  const failed = [];
  const step = async (name, work) => {
    try {
      await work();
      done.push(name);
    } catch (error) {
      failed.push(name + ': ' + (error?.stack ?? error));
    }
  };
  const newClient = { first_name: 'Fenna', last_name: 'Voorbeeld', active: true, email: 'f@mail.example', gender: 'f', date_of_birth: '1990-01-15' };
  const client = await care.client({ id: 'EHR-1042' });
  await step('clients', () => care.clients().toArray());
  await step('clients one by one', async () => { for await (const _ of care.clients()) break; });
  await step('pages', async () => { for await (const _ of care.clients().pages()) break; });
  await step('search', () => care.searchClients({ email: 'f@mail.example' }).toArray());
  await step('createClient', () => care.createClient(newClient));
  await step('update', () => client.update({ phone_number: '020' }));
  await step('update with a picture', async () => {
    const picture = await inlineFile(new Blob([new Uint8Array(2_000_000)], { type: 'image/png' }), 'a.png');
    if (picture.data.length < 2_000_000) throw new Error('short');
    await inlineFile(new Blob([new Uint8Array(100)]).stream());
    await inlineFile('data:image/png;base64,' + btoa('x'.repeat(900_000)));
  });
  await step('refresh', () => client.refresh());
  await step('follow', () => client.follow('tasks'));
  await step('open', () => care.open(client.url ?? client.data['@url'] ?? sandbox.baseUrl));
  await step('request', () => care.request({ url: 'catalogue/items', query: { limit: 5 } }));
  await step('deactivate', () => client.deactivate());
  await step('activate', () => client.activate());
  await step('upsertClient', () => care.upsertClient('older-1', { ...newClient, email: 'older@mail.example' }));
  await step('relations', () => client.relations().toArray());
  await step('professionals', () => care.professionals().toArray());
  await step('labels', () => care.labels().toArray());
  await step('ensureLabel', () => care.ensureLabel('Older'));
  await step('catalogue', () => care.catalogue({ limit: 50 }).toArray());
  await step('diary', () => client.diary());
  await step('diarySchemas', () => client.diarySchemas());
  await step('diaryEntries', () => client.diaryEntries().toArray());
  await step('planning', () => client.planning());
  await step('plannedEvents', () => client.plannedEvents({ after: '2024-07-01', before: '2024-07-31' }).toArray());
  await step('calendar', async () => {
    const text = await client.calendar();
    for (const parse of Object.values({ parseCalendar, ...calendars })) {
      if (typeof parse === 'function' && /parse|read/i.test(parse.name)) parse(text);
    }
  });
  await step('conversations', () => client.conversations().toArray());
  await step('tasks', () => client.tasks().toArray());
  await step('changes', () => care.changes({ type: 'tasks', since: new Date() }).toArray());
  await step('watchChanges', async () => {
    const changes = care.watchChanges({ cursor: memoryCursor(), interval: 20_000 });
    await changes.next();
    await changes.return();
  });
  await step('mirrorTasks', async () => {
    const mirror = care.mirrorTasks({ cursor: memoryCursor() });
    await mirror.next();
    await mirror.return();
  });
  await step('exports', () => officer.exports().toArray());
  for (const output_format of ['csv', 'json']) {
    const start = async () => (await officer.startExport({ name: 'client', output_format })).waitForCompletion({ interval: 1, timeout: 60_000 });
    await step('rows of ' + output_format, async () => {
      let count = 0;
      for await (const _ of (await start()).rows()) count++;
      if (count === 0) throw new Error('no rows');
    });
    await step('download as ' + output_format, async () => {
      const job = await start();
      await (await job.download()).text();
      await (await job.download()).bytes();
      await (await job.download()).blob();
      await (await job.download()).cancel();
      for await (const _ of await job.download());
      for await (const _ of (await job.download()).stream());
    });
  }
  await step('file', async () => {
    const items = await care.catalogue({ limit: 50 }).toArray();
    const picture = [...(await care.clients().toArray()), ...items].map(({ data }) => data.picture ?? data.icon).find((file) => file?.url !== undefined);
    if (picture === undefined) return;
    await (await care.file(picture)).bytes();
  });
  await step('abort', async () => {
    const stop = new AbortController();
    const call = care.clients({}, { signal: stop.signal }).toArray();
    stop.abort('enough');
    const reason = await call.catch((error) => error);
    if (reason !== 'enough') throw reason;
  });
  await step('deadline', async () => {
    const failure = await care.request({ url: 'x' }, { deadline: 5000, timeout: 5000 }).catch((error) => error);
    if (!isCareError(failure, 'NotFoundError')) throw failure;
  });
  await step('close', async () => { care.close(); officer.close(); });
  console.log(JSON.stringify({ done, failed }));
  process.exit();
`;

test('a page that has nothing beyond the stated browsers makes calls of every kind', () => {
  const program = join(built.folder, 'older-browser.mjs');
  writeFileSync(
    program,
    `import { createSandbox } from './sandbox/index.js';\nfunction asOlderBrowser() {${asOlderBrowser}}\n${calls}`,
  );
  const printed = execFileSync(process.execPath, [program], { cwd: built.folder, encoding: 'utf8' });
  const { done, failed }: { done: string[]; failed: string[] } = JSON.parse(printed.trim().split('\n').at(-1) ?? '{}');
  expect(failed).toEqual([]);
  expect(done.length).toBeGreaterThan(35);
});

test('no built file of a page needs a helper for `using`, which looks for symbols that some runtimes lack', () => {
  const files = globSync('{.,public,rows,calendar}/*.{js,cjs}', { cwd: built.folder });
  const helped = files.filter((name) => /Object not disposable/.test(readFileSync(join(built.folder, name), 'utf8')));
  expect(files.length).toBeGreaterThan(10);
  expect(helped).toEqual([]);
});
