import { describe, expect, test, vi } from 'vitest';
import { element, openPage, textOf } from './control-page.js';

const page = openPage();
const { tick, settle, click } = page;

const rowsOf = (id: string) => [...element(id).children].map(({ textContent }) => textContent);
const submit = async (id: string) => {
  element(id).dispatchEvent(new Event('submit', { cancelable: true }));
  await settle();
};
const field = (name: string) => element<HTMLFormElement>('fault-form').elements.namedItem(name) as HTMLInputElement;
const choose = (values: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(values)) {
    field(name).value = value;
    field(name).dispatchEvent(new Event('change', { bubbles: true }));
  }
};

describe('the page of a sandbox', () => {
  test('shows its address', () => {
    expect(textOf('base-url')).toBe(`${location.origin}/api/2`);
    expect(document.title).toBe(`Sandbox ${location.host}`);
  });

  test('shows what changes each second, unless it is paused', async () => {
    page.sandbox.clock.advance({ minutes: 1 });
    await tick();
    expect(textOf('now')).toBe('Mon 2026-03-02 09:01:00 UTC');
    await click(element('pause'));
    expect(element('pause').getAttribute('aria-pressed')).toBe('true');
    page.sandbox.clock.advance({ minutes: 1 });
    await tick();
    expect(textOf('now')).toBe('Mon 2026-03-02 09:01:00 UTC');
    await click(element('pause'));
    expect(element('pause').getAttribute('aria-pressed')).toBe('false');
    await tick();
    expect(textOf('now')).toBe('Mon 2026-03-02 09:02:00 UTC');
  });

  test('says that the sandbox does not respond, until it does', async () => {
    page.isLost = true;
    await tick();
    expect(textOf('problem')).toBe('The sandbox does not respond. This page tries again every second.');
    await click(element('pause'));
    page.sandbox.control.addClient({ last_name: 'Laat' });
    page.isLost = false;
    await tick();
    expect(textOf('problem')).toBe('');
    expect(rowsOf('people').join()).toContain('Laat');
  });

  test('resets the sandbox if that is confirmed', async () => {
    page.sandbox.clock.advance({ days: 1 });
    const answers = [false, true];
    const confirm = vi.fn(() => answers.shift());
    vi.stubGlobal('confirm', confirm);
    await click(element('reset'));
    expect(page.sandbox.clock.now().getUTCDate()).toBe(3);
    await click(element('reset'));
    expect(page.sandbox.clock.now().getUTCDate()).toBe(2);
    expect(textOf('message')).toBe('Everything is as at the start.');
    expect(textOf('now')).toBe('Mon 2026-03-02 09:00:00 UTC');
    expect(confirm).toHaveBeenCalledTimes(2);
  });
});

describe('the clock on the page', () => {
  test('can be moved', async () => {
    const [seconds, minutes] = element('steps').querySelectorAll('button');
    await click(minutes);
    expect(textOf('message')).toBe('The clock was moved by 10 minutes.');
    await click(seconds);
    expect(page.sandbox.clock.now()).toEqual(new Date('2026-03-02T09:10:30Z'));
    expect(textOf('now')).toBe('Mon 2026-03-02 09:10:30 UTC');
    expect(element<HTMLTimeElement>('now').dateTime).toBe('2026-03-02T09:10:30.000Z');
  });

  test('can be let run, and stopped again', async () => {
    expect([textOf('running'), textOf('freeze')]).toEqual(['stands still', 'Let it run']);
    await click(element('freeze'));
    expect([page.sandbox.clock.frozen, textOf('message')]).toEqual([false, 'The clock runs.']);
    expect([textOf('running'), textOf('freeze')]).toEqual(['runs', 'Freeze']);
    await click(element('freeze'));
    expect([page.sandbox.clock.frozen, textOf('message')]).toEqual([true, 'The clock stands still.']);
  });

  test.each([
    ['2026-04-01T10:00', '2026-04-01T10:00:00Z'],
    ['2026-04-01T10:00:05', '2026-04-01T10:00:05Z'],
  ])('can be set to %s', async (given, expected) => {
    const input = element<HTMLInputElement>('set-time');
    expect(input.value).toContain('2026-03-02T09:00');
    input.value = given;
    await submit('set-form');
    expect(page.sandbox.clock.now()).toEqual(new Date(expected));
    expect([textOf('message'), textOf('problem')]).toEqual(['The clock was set.', '']);
    expect(input.value).toBe(given);
  });

  test('shows why it was not set', async () => {
    element<HTMLInputElement>('set-time').value = '';
    await submit('set-form');
    expect(textOf('message')).toBe('');
    expect(textOf('problem')).not.toBe('');
  });
});

describe('the form of faults on the page', () => {
  const shown = () =>
    [...element('fault-form').querySelectorAll('input, select')]
      .map((input) => input as HTMLInputElement)
      .filter((input) => input.closest('label')?.hidden === false)
      .map(({ name }) => name);
  const always = ['method', 'path', 'isPattern', 'unit', 'amount', 'skip'];

  test.each([
    ['html', ['status']],
    ['response', ['status', 'body']],
    ['redirect', ['status', 'location']],
    ['delay', ['milliseconds']],
    ['truncate', ['keep']],
    ['drop', ['when']],
  ])('has the fields of %s', (kind, fields) => {
    choose({ kind });
    expect(shown()).toEqual(['kind', ...fields, ...always]);
    expect(field('milliseconds').disabled).toBe(!fields.includes('milliseconds'));
    choose({ unit: 'ever' });
    expect(shown()).not.toContain('amount');
  });

  test.each([
    ['response', '503'],
    ['redirect', '302'],
    ['html', '502'],
  ])('begins with a status for %s', (kind, status) => {
    choose({ kind });
    expect(field('status').value).toBe(status);
  });

  test.each<[Record<string, string>, object, string]>([
    [{ kind: 'html' }, { kind: 'html', status: 502, times: 1 }, 'html, status 502: any request1 request left'],
    [
      { kind: 'response', status: '404', body: '{"code":404}', method: 'GET', path: '/c/items', amount: '2' },
      { kind: 'response', status: 404, body: { code: 404 }, method: 'GET', path: '/c/items', times: 2 },
      'response, status 404, body {"code":404}: GET /c/items2 requests left',
    ],
    [
      { kind: 'response', body: 'Gone fishing', skip: '3', unit: 'ever' },
      { kind: 'response', status: 503, body: 'Gone fishing', skip: 3, times: Number.POSITIVE_INFINITY },
      'response, status 503, body Gone fishing: any requestafter 3 more, until it is cleared',
    ],
    [
      { kind: 'drop', when: 'before' },
      { kind: 'drop', when: 'before' },
      'drop, when before: any request1 request left',
    ],
    [{ kind: 'truncate', keep: '5' }, { kind: 'truncate', keep: 5 }, 'truncate, keep 5: any request1 request left'],
    [
      { kind: 'delay', milliseconds: '100', unit: 'minutes', amount: '2' },
      { kind: 'delay', milliseconds: 100 },
      'delay, milliseconds 100: any requestuntil 2026-03-02 09:02:00 UTC',
    ],
    [
      { kind: 'redirect', location: 'https://a.example/' },
      { kind: 'redirect', status: 302, location: 'https://a.example/' },
      'redirect, status 302, location https://a.example/: any request1 request left',
    ],
  ])('adds %o', async (values, fault, text) => {
    choose(values);
    await submit('fault-form');
    expect([textOf('problem'), textOf('message')]).toEqual(['', 'The fault was added.']);
    expect(page.sandbox.faults.pending).toMatchObject([fault]);
    expect(rowsOf('faults')).toEqual([`${text}Remove`]);
    expect(element('no-faults').hidden).toBe(true);
  });

  test('adds a fault for paths of a pattern, and shows the share of one that a program added', async () => {
    field('isPattern').checked = true;
    choose({ path: '^/c/' });
    await submit('fault-form');
    page.sandbox.faults.add({ kind: 'html', chance: 0.25 });
    await tick();
    expect(rowsOf('faults')[0]).toContain('any request matching ^/c/');
    expect(rowsOf('faults')[1]).toContain('25 % of the requests');
  });

  test('removes one fault, or all, and keeps the focus', async () => {
    page.sandbox.faults.add({ kind: 'drop', when: 'after' }, { kind: 'html' }, { kind: 'drop', when: 'before' });
    await tick();
    const buttons = () => [...element('faults').querySelectorAll('button')];
    expect(buttons().map((button) => button.getAttribute('aria-label'))).toEqual([
      'Remove the fault drop, when after: any request',
      'Remove the fault html: any request',
      'Remove the fault drop, when before: any request',
    ]);
    buttons()[0]?.focus();
    await click(buttons()[1]);
    expect(textOf('message')).toBe('The fault was removed.');
    expect(page.sandbox.faults.pending.map(({ kind }) => kind)).toEqual(['drop', 'drop']);
    expect(document.activeElement).toBe(buttons()[0]);
    await click(buttons()[0]);
    expect(document.activeElement).toBe(element('clear-faults'));
    await click(element('clear-faults'));
    expect(textOf('message')).toBe('All faults are cleared.');
    expect(rowsOf('faults')).toEqual([]);
    expect(element('no-faults').hidden).toBe(false);
  });
});
