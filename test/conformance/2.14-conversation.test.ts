import { Conversation } from 'care-platform';
import type { ConversationStart } from 'care-platform/sandbox';
import { expect } from 'vitest';
import { rule, type Scene } from './rule.js';
import { asked, get } from './wire.js';

/** A conversation that begins now, and how it is now, read and as written. */
async function conversation({ care, raw, sandbox, clientId }: Scene, start: ConversationStart = {}) {
  const client = await care.client({ id: clientId });
  const key = sandbox.control.addConversation(client.url, start);
  const now = async () => {
    const url = asked(client.links.get('conversations').url, { limit: '50' });
    const wire = (await get(raw, url))['@items'].at(-1);
    const read = (await client.conversations().toArray()).at(-1);
    if (read === undefined || wire === undefined) throw new Error('a conversation was begun');
    return { read, wire };
  };
  return { key, now };
}

/** Checks one attribute on both sides. */
async function shows(now: () => Promise<{ read: Conversation; wire: object }>, attributes: Record<string, unknown>) {
  const { read, wire } = await now();
  expect(wire).toMatchObject(attributes);
  expect(read.data).toMatchObject(attributes);
}

rule('CNV-1', 'the data of a conversation have a type of their own', async (scene) => {
  const { read, wire } = await (await conversation(scene)).now();
  const type = scene.care.type.replace(/application$/, 'conversation/api');
  expect(read).toBeInstanceOf(Conversation);
  expect([read.type, wire['@type']]).toEqual([type, type]);
});

rule('CNV-2', 'a conversation has a subject or null', async (scene) => {
  await shows((await conversation(scene, { subject: 'Vraag over medicatie' })).now, {
    subject: 'Vraag over medicatie',
  });
  await shows((await conversation(scene, { subject: null })).now, { subject: null });
});

rule(
  'CNV-3',
  'a conversation has the time of its last activity, in UTC',
  async (scene) => {
    const { key, now } = await conversation(scene);
    const begun = await now();
    expect(begun.wire.last_activity).toBe('2026-03-02T09:00:00');
    scene.sandbox.clock.advance({ minutes: 3 });
    scene.sandbox.control.newMessage(key);
    const { read, wire } = await now();
    expect(wire.last_activity).toBe('2026-03-02T09:03:00');
    expect(read.data.last_activity).toEqual(new Date('2026-03-02T09:03:00Z'));
  },
  { clock: { frozen: true } },
);

rule('CNV-4', 'a conversation counts its unread messages', async (scene) => {
  const { key, now } = await conversation(scene);
  for (const unread of [0, 1, 2]) {
    await shows(now, { unread });
    scene.sandbox.control.newMessage(key);
  }
});

rule('CNV-5', 'a conversation shows whether a video call was ever held', async (scene) => {
  const { key, now } = await conversation(scene);
  await shows(now, { has_call: false });
  scene.sandbox.control.startCall(key);
  scene.sandbox.control.endCall(key);
  await shows(now, { has_call: true });
});

rule('CNV-6', 'a conversation shows whether a video call is running', async (scene) => {
  const { key, now } = await conversation(scene);
  await shows(now, { has_ongoing_call: false });
  scene.sandbox.control.startCall(key);
  await shows(now, { has_call: true, has_ongoing_call: true });
  scene.sandbox.control.endCall(key);
  await shows(now, { has_ongoing_call: false });
});

rule('CNV-7', 'a conversation shows whether the user missed a call', async (scene) => {
  const { key, now } = await conversation(scene);
  scene.sandbox.control.startCall(key);
  scene.sandbox.control.endCall(key);
  await shows(now, { has_missed_call: false });
  scene.sandbox.control.missCall(key);
  await shows(now, { has_missed_call: true });
});

rule('CNV-8', 'people read a conversation at its URL in the web application', async (scene) => {
  const { read, wire } = await (await conversation(scene)).now();
  expect(wire.url).toMatch(new RegExp(`^${scene.care.data.web_url}/`));
  expect(wire.url).not.toContain('/api/2');
  expect(read.data.url).toBe(wire.url);
});

rule('CNV-9', 'the participants are the others, and not the user itself', async (scene) => {
  const { care, clientId, raw } = scene;
  await shows((await conversation(scene, { participants: ['Pro Een', 'Pro Twee'] })).now, {
    participants: ['Pro Een', 'Pro Twee'],
  });
  const client = await care.client({ id: clientId });
  const { '@items': items } = await get(raw, asked(client.links.get('conversations').url, { limit: '50' }));
  const everyone = items.flatMap((item) => item.participants as string[]);
  expect(everyone).toContain('Pro Voorbeeldtherapeut');
  expect(everyone).not.toContain(client.data.name);
});

rule('CNV-10', 'a conversation has a list of links, with none in it', async (scene) => {
  const { read, wire } = await (await conversation(scene)).now();
  expect(wire['@links']).toEqual([]);
  expect(read.links.names()).toEqual([]);
});

rule('CNV-11', 'a conversation does not show its messages', async (scene) => {
  const { key, now } = await conversation(scene, { subject: 'Hello', unread: 3, participants: ['Pro'] });
  scene.sandbox.control.newMessage(key);
  const { read, wire } = await now();
  const metadata = ['subject', 'last_activity', 'unread', 'has_call', 'has_ongoing_call', 'has_missed_call', 'url'];
  const known = [...metadata, 'participants'].toSorted();
  expect(Object.keys(wire).toSorted()).toEqual(['@links', '@type', ...known]);
  expect(Object.keys(read.data).toSorted()).toEqual(known);
  const own = Object.getOwnPropertyNames(Conversation.prototype).filter((name) => name !== 'constructor');
  expect(own).toEqual([]);
});
