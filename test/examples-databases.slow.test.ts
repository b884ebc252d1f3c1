import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.js';

/** Runs the example in a folder. It is killed if it runs for longer than that. Resolves to whether it came to its end. */
async function run(folder: string, baseUrl: string, token: string, killAfter?: number): Promise<boolean> {
  const program = spawn(
    process.execPath,
    ['--import', resolve('test/support/source-package.ts'), resolve('examples/databases.ts')],
    {
      cwd: folder,
      env: { ...process.env, CARE_BASE_URL: baseUrl, CARE_TOKEN: token },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const timer = killAfter === undefined ? undefined : setTimeout(() => program.kill('SIGKILL'), killAfter);
  const [code] = await once(program, 'exit');
  clearTimeout(timer);
  return code === 0;
}

test('the example of databases, killed again and again, ends up with the clients and tasks of the platform', async ({
  onTestFinished,
}) => {
  const folder = await temporaryFolder(onTestFinished);
  const sandbox = createSandbox({ limits: false, clients: 40, settings: { exportQueuedFor: 100, exportRunsFor: 400 } });
  await using server = await sandbox.listen();
  const client = sandbox.control.users('client')[0]?.key ?? '';
  const token = sandbox.tokens.apiUser;

  for (let killAfter = 200; killAfter <= 2600; killAfter += 300) {
    await run(folder, server.baseUrl, token, killAfter);
    sandbox.control.assignTask(client, { title: `After ${killAfter} ms` });
  }
  expect(await run(folder, server.baseUrl, token)).toBe(true);

  const db = new DatabaseSync(join(folder, 'care.db'), { readOnly: true });
  onTestFinished(() => db.close());
  const emails = db
    .prepare('select email from clients')
    .all()
    .map(({ email }) => email);
  expect(emails.toSorted()).toEqual(
    sandbox.control
      .users('client')
      .map(({ email }) => email)
      .toSorted(),
  );
  const stored = db.prepare('select user, count(*) as tasks from tasks group by user').all();
  const found = Object.fromEntries(stored.map(({ user, tasks }) => [user, tasks]));
  const pending: Record<string, number> = {};
  for (const { path } of sandbox.control.users()) {
    if (path === null) continue;
    const response = await sandbox.fetch(`${sandbox.baseUrl}${path}/tasks/items`, {
      headers: { authorization: `svc-token ${token}` },
    });
    const { '@items': items } = (await response.json()) as { '@items': unknown[] };
    if (items.length > 0) pending[`${server.baseUrl}${path}`] = items.length;
  }
  expect(found).toEqual(pending);
});
