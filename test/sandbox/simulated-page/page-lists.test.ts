import { describe, expect, test, vi } from 'vitest';
import { ask } from '../api.js';
import { element, openPage, textOf } from './control-page.js';

const page = openPage();
const { tick, settle, click } = page;

describe('the people on the page', () => {
  const rows = () => [...element('people').children];
  const search = async (text: string) => {
    element<HTMLInputElement>('search').value = text;
    element('search').dispatchEvent(new Event('input'));
    await settle();
  };

  test('are listed, those with a token first', () => {
    const all = page.sandbox.control.users();
    expect(textOf('more-people')).toBe(`${all.length} people.`);
    expect(rows()).toHaveLength(all.length);
    const withToken = rows().map((row) => row.querySelector('code + button') !== null);
    expect(withToken).toEqual(withToken.toSorted((one, other) => Number(other) - Number(one)));
    expect(textOf('people')).toContain(page.sandbox.tokens.apiUser);
  });

  test('are found by name, id, key, kind, address or token', async () => {
    const [client] = page.sandbox.control.users('client');
    for (const wanted of [client?.name, ` ${client?.id} `, client?.key, client?.email?.toUpperCase()]) {
      await search(String(wanted));
      expect(rows().map(({ firstElementChild }) => firstElementChild?.textContent)).toContain(client?.name);
      expect(rows().length).toBeLessThan(page.sandbox.control.users().length);
    }
    await search(page.sandbox.tokens.apiUser);
    expect(textOf('more-people')).toBe('1 people.');
    await search('nobody');
    expect(rows()).toEqual([]);
  });

  test('get a token, which can be copied', async () => {
    const { key, name } = page.sandbox.control.addClient({
      first_name: 'Tess',
      last_name: 'Token',
      active: false,
      id: 'T-1',
    });
    await click(element('reload-people'));
    expect(textOf('message')).toBe('The people were read again.');
    await search(key);
    expect([...(rows()[0]?.children ?? [])].map(({ textContent }) => textContent).slice(0, 3)).toEqual([
      name,
      'client, inactive',
      'T-1',
    ]);
    const issue = rows()[0]?.querySelector('button');
    expect(issue?.getAttribute('aria-label')).toBe(`Issue a token for ${name}`);
    await click(issue);
    expect(textOf('message')).toBe(`A token was issued for ${name}.`);
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const copy = rows()[0]?.querySelector('button');
    expect(copy?.getAttribute('aria-label')).toBe(`Copy the token  of ${name}`);
    await click(copy);
    expect(writeText).toHaveBeenCalledWith(rows()[0]?.querySelector('.token code')?.textContent);
    expect(rows()[0]?.querySelector('.token span')?.textContent).toBe('issued');
  });

  test('are cut after fifty', async () => {
    for (let added = 0; added < 60; added++) page.sandbox.control.addClient();
    await click(element('reload-people'));
    expect(rows()).toHaveLength(50);
    expect(textOf('more-people')).toBe(`50 of ${page.sandbox.control.users().length} people.`);
  });
});

describe('the requests and mails on the page', () => {
  const rows = (id: string) => [...element(id).children];
  const cells = (row: Element | undefined) => [...(row?.children ?? [])].map(({ textContent }) => textContent);
  const classes = (id: string) => rows(id).map(({ className }) => className);

  test('are none at first', () => {
    expect([rows('requests'), rows('mails')]).toEqual([[], []]);
    expect([element('no-requests').hidden, element('no-mails').hidden]).toEqual([false, false]);
  });

  test('come as they are sent, the newest first, and the new ones are marked', async () => {
    await ask(page.sandbox, 'GET', '/c/items?limit=1');
    await tick();
    expect(cells(rows('requests')[0])).toEqual(['09:00:00', 'GET /c/items?limit=1', '200', expect.any(String), '']);
    expect(classes('requests')).toEqual(['fresh']);
    page.sandbox.clock.advance({ days: 1 });
    page.sandbox.faults.add({ kind: 'drop', when: 'before' }, { kind: 'response', status: 503 });
    await ask(page.sandbox, 'GET', '/c/items').catch(() => undefined);
    await ask(page.sandbox, 'GET', '/c/items');
    await ask(page.sandbox, 'GET', '/c/none', { token: null });
    await tick();
    expect(rows('requests').map((row) => cells(row)[2])).toEqual(['401', '503', 'no response', '200']);
    expect(rows('requests').map((row) => row.children[2]?.className)).toEqual([
      'plain warn',
      'plain bad',
      'plain bad',
      'plain good',
    ]);
    expect(rows('requests').map((row) => cells(row)[0])).toEqual([
      '09:00:00',
      '09:00:00',
      '09:00:00',
      '2026-03-02 09:00:00',
    ]);
    expect(classes('requests')).toEqual(['fresh', 'fresh', 'fresh', '']);
    expect(element('no-requests').hidden).toBe(true);
  });

  test('name the user of a request, and the mail that the platform would have sent', async () => {
    const [apiUser] = page.sandbox.control.users('apiUser');
    const body = { first_name: 'Nova', last_name: 'Nieuw', email: 'nova@mail.example', gender: 'f', active: true };
    await ask(page.sandbox, 'POST', '/c', { body: { ...body, date_of_birth: '1990-01-15', shoe: 5 } });
    await tick();
    expect(cells(rows('requests')[0]).slice(3)).toEqual([apiUser?.name, 'shoe']);
    expect(cells(rows('mails')[0])).toEqual(['2026-03-02 09:00:00', expect.any(String), 'nova@mail.example']);
    expect(element('no-mails').hidden).toBe(true);
  });
});
