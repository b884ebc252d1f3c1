import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSandbox, openSandboxPage, openTab } from './sandbox-page.ts';
import { webServer } from './web-server.ts';

/** A page on another port of this machine, under this name. */
async function otherPage(name: string): Promise<Page> {
  const web = await webServer();
  onTestFinished(() => web[Symbol.asyncDispose]());
  const { page } = await openTab();
  await page.goto(`${web.origin.replace('127.0.0.1', name)}/bare.html`);
  return page;
}

/** The control has been used as little as before. */
async function expectUntouched({ sandbox }: Awaited<ReturnType<typeof openSandbox>>): Promise<void> {
  expect(sandbox.clock.now()).toEqual(new Date('2026-03-02T09:00:00Z'));
  expect(sandbox.faults.pending).toHaveLength(1);
}

describe.each(['127.0.0.1', 'localhost'])('a page of another program at %s', (name) => {
  test('neither reads nor changes anything by `fetch`', async () => {
    const opened = await openSandbox();
    opened.sandbox.faults.add({ kind: 'html', times: 9 });
    const page = await otherPage(name);
    const read = await page.evaluate(
      async (control) => {
        const json = { 'Content-Type': 'application/json' };
        const body = '{"advance":{"hours":1}}';
        const attempts: [string, RequestInit][] = [
          ['', {}],
          ['/people', { mode: 'no-cors' }],
          ['/clock', { method: 'POST', body, headers: json }],
          ['/clock', { method: 'POST', body, mode: 'no-cors' }],
          ['/clock', { method: 'POST', body: new Blob([body], { type: 'application/json' }), mode: 'no-cors' }],
          ['/reset', { method: 'POST', mode: 'no-cors' }],
          ['/faults', { method: 'DELETE' }],
          ['/reset', { method: 'POST', mode: 'no-cors', referrerPolicy: 'no-referrer', credentials: 'include' }],
        ];
        const texts: string[] = [];
        for (const [path, init] of attempts) {
          const response = await fetch(`${control}${path}`, init).catch(() => undefined);
          texts.push((await response?.text()) ?? '');
        }
        return texts;
      },
      opened.address.slice(0, -1),
    );
    expect(new Set(read)).toEqual(new Set(['']));
    await expectUntouched(opened);
  });

  test('changes nothing by a form, a frame, a script or an image', async () => {
    const opened = await openSandbox();
    opened.sandbox.faults.add({ kind: 'html', times: 9 });
    const page = await otherPage(name);
    await page.evaluate((control) => {
      const add = (tag: string, attributes: Record<string, string>) => {
        const element = document.createElement(tag);
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
        document.body.append(element);
        return element;
      };
      add('iframe', { src: control, name: 'frame' });
      add('iframe', { src: control, sandbox: 'allow-scripts allow-forms' });
      add('iframe', { name: 'target' });
      add('script', { src: control });
      add('link', { rel: 'stylesheet', href: control });
      add('img', { src: `${control}people` });
      const form = add('form', { method: 'POST', action: `${control}reset`, target: 'target' });
      (form as HTMLFormElement).submit();
    }, opened.address);
    await expect.poll(() => opened.responses.length, { timeout: 20_000 }).toBe(5 + 1);
    expect(opened.responses.toSorted()).toEqual([
      ...['/_sandbox/', '/_sandbox/', '/_sandbox/', '/_sandbox/', '/_sandbox/people'].map((path) => `403 GET ${path}`),
      '403 POST /_sandbox/reset',
    ]);
    await expectUntouched(opened);
  });

  test('cannot open the page by a link or in a window', async () => {
    const opened = await openSandbox();
    const page = await otherPage(name);
    await page.evaluate((address) => {
      window.open(address);
      location.assign(address);
    }, opened.address);
    await expect.poll(() => opened.responses, { timeout: 20_000 }).toEqual(Array(2).fill('403 GET /_sandbox/'));
  });
});

test('a name that was rebound to this machine gets neither the page nor the tokens', async () => {
  const opened = await openSandbox();
  const { port } = new URL(opened.address);
  const rebound = `http://attacker.example:${port}`;
  const { page } = await openTab({}, ['--host-resolver-rules=MAP attacker.example 127.0.0.1']);
  // The API is no secret there, so a page of that origin can be had.
  await page.goto(`${rebound}/api/2`);
  const statuses = await page.evaluate(async () => {
    const json = { 'Content-Type': 'application/json' };
    const attempts: [string, RequestInit][] = [
      ['/_sandbox', {}],
      ['/_sandbox/', { headers: { Accept: 'text/html' } }],
      ['/_sandbox/reset', { method: 'POST', body: '{}', headers: json }],
    ];
    return Promise.all(attempts.map(async ([path, init]) => (await fetch(path, init)).status));
  });
  expect(statuses).toEqual([403, 403, 403]);
  expect((await page.goto(`${rebound}/_sandbox/`))?.status()).toBe(403);
});

const hostile = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>';

test('texts of people and requests stay texts', async () => {
  const opened = await openSandbox({ clients: 1 });
  const { sandbox } = opened;
  const client = sandbox.control.addClient({ last_name: hostile, email: 'hostile@mail.example' });
  sandbox.control.issueToken(client.key);
  sandbox.control.addApiUser(hostile);
  sandbox.faults.add({ kind: 'response', status: 500, body: hostile, path: /<b>bold<\/b>/ });
  await opened.ask(`/none/${encodeURIComponent(hostile)}?x=<script>window.broken=1</script>`);
  await opened.ask('/c', { [hostile]: 1 });
  const { page, complaints } = await openSandboxPage(opened);
  await page.getByText(hostile).first().waitFor();
  const added = await page.evaluate(() => ({
    broken: 'broken' in window,
    scripts: document.scripts.length,
    images: document.images.length,
    bold: document.querySelectorAll('b').length,
  }));
  expect(added).toEqual({ broken: false, scripts: 1, images: 0, bold: 0 });
  expect(complaints).toEqual([]);
});

test('the policy of the page refuses other code, frames and servers', async () => {
  const opened = await openSandbox();
  const { page } = await openSandboxPage(opened);
  const broken = await page.evaluate(async (address) => {
    const directives: string[] = [];
    addEventListener('securitypolicyviolation', (event) => directives.push(event.effectiveDirective));
    const add = (tag: string, attributes: Record<string, string>) => {
      const element = document.createElement(tag);
      try {
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
      } catch {
        directives.push(tag);
      }
      document.body.append(element);
    };
    add('script', { src: `${address}clock` });
    add('button', { onclick: 'window.broken = 1' });
    add('iframe', { src: address });
    add('img', { src: `${address}icon.png` });
    add('link', { rel: 'stylesheet', href: address });
    await fetch('http://127.0.0.1:9/').catch(() => undefined);
    try {
      document.body.insertAdjacentHTML('beforeend', '<b>bold</b>');
    } catch {
      directives.push('markup');
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    return directives;
  }, opened.address);
  expect([...new Set(broken)].toSorted()).toEqual([
    ...['button', 'connect-src', 'frame-src', 'img-src', 'markup', 'require-trusted-types-for', 'script'],
    'style-src-elem',
  ]);
});
