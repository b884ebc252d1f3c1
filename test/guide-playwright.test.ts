import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { basename, delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createSandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumArguments, chromiumPath } from './support/chromium.js';
import { blocksOf, GuideFolder } from './support/guide-blocks.js';

const page = 'docs/sandbox.md';
const executablePath = chromiumPath();
/** Of this folder: a command of that name elsewhere on the PATH would load a second Playwright beside the one of the test. */
const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');

/** Somebody's portal: it shows the names of clients, or that they cannot be shown. */
const portal = (api: string, token: string) => `<!doctype html><title>Portal</title><body><script type="module">
  const response = await fetch('${api}/c/items', { headers: { authorization: 'svc-token ${token}' } });
  document.body.innerHTML = response.ok
    ? '<ul>' + (await response.json())['@items'].map((item) => '<li>' + item.name).join('') + '</ul>'
    : '<p role="alert">The platform is away.</p>';
</script>`;

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port that nothing listens on now. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** The page's configuration, with the browser of this machine. */
const configuration = (of: string) => `
import ours from './${of}';
const launchOptions = ${JSON.stringify({ executablePath, args: chromiumArguments })};
export default { ...ours, use: { ...ours.use, launchOptions }, reporter: 'line', outputDir: './results' };
`;

test.skipIf(executablePath === undefined)(
  `the Playwright test of ${page} runs in Chromium against the sandbox as a command`,
  async () => {
    const folder = new GuideFolder('guide-playwright');
    const files = blocksOf(page).filter(({ kind }) => kind === 'playwright');
    const [config = ''] = files.map((block) => basename(folder.write(page, [block])));
    await writeFile(join(folder.folder, 'run.config.ts'), configuration(config));

    // Stands for the installed package: it runs the command from the sources.
    const bin = join(folder.folder, 'bin');
    const command = `exec '${process.execPath}' --import '${resolve('test/support/source-package.ts')}' '${resolve('src/cli.ts')}'`;
    await mkdir(bin);
    await writeFile(join(bin, 'npx'), `#!/bin/sh\nshift\n${command} "$@"\n`);
    await chmod(join(bin, 'npx'), 0o755);

    const port = await freePort();
    const html = portal(`http://127.0.0.1:${port}/api/2`, createSandbox().tokens.apiUser);
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
    const portalUrl = `http://127.0.0.1:${await listening(server)}`;
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });

    const env = {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      SANDBOX_PORT: String(port),
      PORTAL_URL: portalUrl,
    };
    const arguments_ = [playwright, 'test', '--config', join(folder.folder, 'run.config.ts')];
    // It tells on its output why it failed.
    const { stdout } = await promisify(execFile)(process.execPath, arguments_, { env, timeout: 110_000 }).catch(
      (failure: { stdout: string }) => failure,
    );
    expect(stdout).toContain('1 passed');
  },
  60_000,
);
