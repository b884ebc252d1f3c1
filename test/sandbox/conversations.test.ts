import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask, firstClient } from './api.js';
import { link, NS, type Wire } from './wire.js';

interface Conversation extends Wire {
  subject: string | null;
  unread: number;
  has_call: boolean;
  has_ongoing_call: boolean;
  has_missed_call: boolean;
  last_activity: string;
}

async function conversations(sandbox: Sandbox, query = 'limit=50'): Promise<readonly Conversation[]> {
  const url = link(await firstClient(sandbox), 'conversations');
  return (await ask(sandbox, 'GET', `${url}?${query}`)).body['@items'] as readonly Conversation[];
}

describe('conversations', () => {
  test('EPV-1, LIM-8: limit is required, and paging echoes it', async () => {
    const sandbox = createSandbox();
    const url = link(await firstClient(sandbox), 'conversations');
    const { status, body } = await ask(sandbox, 'GET', url);
    expect(status).toBe(400);
    expect(body.extra).toEqual([{ name: 'limit', message: 'Required input is missing.' }]);
    const list = (await ask(sandbox, 'GET', `${url}?limit=2&start=1`)).body;
    expect(list['@paging']).toEqual({ found: 2, limit: 2, start: 1, total: null });
  });

  test('CNV-1 to CNV-11: metadata only, with the other participants and a web address', async () => {
    const sandbox = createSandbox();
    const [first] = await conversations(sandbox);
    expect(first).toMatchObject({ '@type': `${NS}/conversation/api`, '@links': [], subject: 'Welcome', unread: 0 });
    expect(Object.keys(first ?? {}).toSorted()).toEqual(
      ['@links', '@type', 'has_call', 'has_missed_call', 'has_ongoing_call', 'last_activity', 'participants', 'subject']
        .concat('unread', 'url')
        .toSorted(),
    );
    expect(first).toMatchObject({ participants: expect.not.arrayContaining(['Fenna Voorbeeld']) });
    expect(first).toMatchObject({ url: expect.stringMatching(/^https:\/\/sandbox\.example\/conversations\//) });
  });

  test('EPV-3 to EPV-7, TRAP-37: relevant filters, and all is less than none', async () => {
    const sandbox = createSandbox();
    const every = await conversations(sandbox);
    const relevant = async (value: string) => conversations(sandbox, `limit=50&relevant=${encodeURIComponent(value)}`);
    const ongoing = await relevant('ongoing call');
    const missed = await relevant('missed call');
    const unread = await relevant('unread messages');
    const all = await relevant('all');
    expect(ongoing).toEqual(every.filter((one) => one.has_ongoing_call));
    expect(missed).toEqual(every.filter((one) => one.has_missed_call));
    expect(unread).toEqual(every.filter((one) => one.unread > 0));
    for (const list of [ongoing, missed, unread]) expect(list.length).toBeGreaterThan(0);
    expect(all.length).toBe(ongoing.length + missed.length + unread.length);
    expect(all.length).toBeLessThan(every.length);
    const url = link(await firstClient(sandbox), 'conversations');
    expect((await ask(sandbox, 'GET', `${url}?limit=1&relevant=recent`)).status).toBe(400);
  });

  test('CNV-3 to CNV-7: messages and calls show in the metadata', async () => {
    const sandbox = createSandbox({ clock: { frozen: true } });
    const { '@url': url } = await firstClient(sandbox);
    const key = sandbox.control.addConversation(url, { subject: 'Hello', participants: ['Pro'] });
    const now = async () => (await conversations(sandbox)).at(-1);
    const quiet = { subject: 'Hello', unread: 0, has_call: false, has_ongoing_call: false, has_missed_call: false };
    expect(await now()).toMatchObject(quiet);
    sandbox.clock.advance({ minutes: 1 });
    sandbox.control.newMessage(key);
    expect(await now()).toMatchObject({ unread: 1, last_activity: '2026-03-02T09:01:00' });
    sandbox.control.startCall(key);
    expect(await now()).toMatchObject({ has_call: true, has_ongoing_call: true });
    sandbox.control.endCall(key);
    expect(await now()).toMatchObject({ has_call: true, has_ongoing_call: false, has_missed_call: false });
    sandbox.control.missCall(key);
    expect(await now()).toMatchObject({ has_missed_call: true });
  });

  test('CHG-18: a new conversation and a new message are changes, a call is not', async () => {
    const sandbox = createSandbox({ clock: { frozen: true } });
    const client = await firstClient(sandbox);
    const key = sandbox.control.addConversation(client['@url']);
    const changes = async (from: string) =>
      (await ask(sandbox, 'GET', `/changes?type=conversations&since=${from}`)).body['@items'];
    expect(await changes('2026-03-02T09:00:00')).toMatchObject([
      { '@type': `${NS}/change/conversations`, url: link(client, 'conversations') },
    ]);
    sandbox.clock.advance({ minutes: 1 });
    sandbox.control.startCall(key);
    expect(await changes('2026-03-02T09:00:30')).toEqual([]);
    sandbox.control.newMessage(key);
    expect(await changes('2026-03-02T09:00:30')).toHaveLength(1);
  });
});
