import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSandbox, type Sandbox, type SandboxOptions } from 'care-platform/sandbox';
import { onTestFinished } from 'vitest';
import { run, type Variables } from './command.js';
import { temporaryFolder } from './temporary-folder.js';

export const startClient = ['export', 'start', 'client'];

/** A sandbox of its own for each test, and the database into which the command writes rows. */
export async function platformWith(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ limits: false, clock: { start: new Date() }, ...options });
  const server = await sandbox.listen({ port: 0 });
  onTestFinished(() => server.close());
  const variables = { CARE_BASE_URL: server.baseUrl, CARE_TOKEN: sandbox.tokens.dataOfficer };
  const path = join(await temporaryFolder(), 'care.db');
  const to = ['--to', `sqlite:${path}`];
  const read = (sql: string) => {
    const database = new DatabaseSync(path);
    try {
      return database
        .prepare(sql)
        .all()
        .map((row) => ({ ...row }));
    } finally {
      database.close();
    }
  };
  const starts = () => sandbox.journal.filter(({ method, path: at }) => method === 'POST' && at === '/export').length;
  const emails = sandbox.control.users('client').map(({ email }) => email);
  return { sandbox, variables, path, to, read, starts, emails: emails.toSorted() };
}

/** Other rows in the files of exports. A job announces the length of its file, so they get the same. */
export async function respondWithRows(sandbox: Sandbox, variables: Variables, rows: readonly object[]): Promise<void> {
  await run(startClient, variables);
  const [{ content_length: length = 0 } = {}] = JSON.parse((await run(['export', 'list', '--json'], variables)).stdout);
  const body = JSON.stringify(rows).padEnd(length);
  sandbox.faults.add({ kind: 'response', status: 200, body, path: /download$/, times: 10 });
}

export const emailsIn = (rows: readonly Record<string, unknown>[]) => rows.map(({ email }) => email).toSorted();
