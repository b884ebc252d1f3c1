import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { createSandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { patternOf, sessionOf } from '../support/guide-session.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** That of types is the first: an export of another page would give it more properties. */
const pages = [
  'docs/guides/generated-types.md',
  'docs/guides/terminal.md',
  'docs/guides/databases.md',
  'docs/conformance.md',
];

/** What a terminal shows of one command. */
async function shownBy(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = ['--quiet', '--command', `stty cols 120; ${command}`, '/dev/null'];
  const child = spawn('script', args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text;
  });
  await once(child, 'close');
  // A line of progress is replaced by what follows it.
  const lines = screen.replace(/\r+\n/g, '\n').split('\n');
  return lines.map((line) => line.split('\r\u001b[K').at(-1)).join('\n');
}

test('a terminal shows what the guides and the page of conformance say', async () => {
  const sandbox = createSandbox({ clock: { start: new Date() }, limits: false });
  const server = await sandbox.listen({ port: 0 });
  onTestFinished(() => server.close());
  const folder = await temporaryFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = [process.execPath, '--import', resolve('test/support/source-package.ts'), resolve('src/cli.ts')];
  writeFileSync(join(bin, 'care-platform'), `#!/bin/sh\nexec ${program.join(' ')} "$@"\n`, { mode: 0o755 });
  const env = {
    PATH: [bin, process.env.PATH].join(delimiter),
    SHELL: '/bin/sh',
    TERM: 'xterm',
    NO_COLOR: '1',
    CARE_BASE_URL: server.baseUrl,
    CARE_TOKEN: sandbox.tokens.apiUser,
  };
  const commands = pages.flatMap(sessionOf);
  expect(commands.length).toBeGreaterThan(10);
  for (const { command, shown } of commands) {
    const screen = await shownBy(command, folder, env);
    expect(
      screen.replaceAll(server.url, 'http://127.0.0.1:4010').replaceAll(server.url.slice(7), '127.0.0.1:4010'),
      command,
    ).toMatch(patternOf(shown));
  }
});
