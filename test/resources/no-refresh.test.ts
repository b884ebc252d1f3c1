import { type Application, type Client, connect, type Resource } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeAll, describe, expect, test } from 'vitest';

let sandbox: Sandbox;
let care: Application;
let client: Client;

beforeAll(async () => {
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  client = await care.client({ id: 'EHR-1042' });
  sandbox.control.assignTask(client.url, { title: 'A', message: 'B' });
  sandbox.control.addPlannedEvent(client.url, { start: '2026-03-03T10:00:00', topic: 'A', description: 'B' });
  await care.client({ id: 'nobody' }).catch(() => undefined);
});

const lately = () => new Date(sandbox.clock.now().getTime() - 3_600_000);
const days = { after: '2020-01-01', before: '2030-01-01' };

describe('a resource without a GET is not refreshed itself, but in its list', () => {
  test.each<[string, () => Promise<Resource | undefined>]>([
    ['a relation', () => client.relations().first() as Promise<Resource | undefined>],
    ['a planned event', () => client.plannedEvents(days).first() as Promise<Resource | undefined>],
    ['a tool', async () => client.addTool({ id: (await care.catalogue({ limit: 1 }).first())?.data.id ?? '' })],
    ['an API error', () => care.apiErrors().first() as Promise<Resource | undefined>],
    ['a task', () => client.tasks().first() as Promise<Resource | undefined>],
    ['a conversation', () => client.conversations().first() as Promise<Resource | undefined>],
    ['an item of the catalogue', () => care.catalogue({ limit: 1 }).first() as Promise<Resource | undefined>],
    ['a change', () => care.changes({ type: 'tasks', since: lately() }).first() as Promise<Resource | undefined>],
  ])('%s', async (_, read) => {
    const found = await read();
    expect(found).toBeDefined();
    const before = sandbox.journal.length;
    await expect(found?.refresh()).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'refresh' }] });
    await expect(found?.follow('anything')).rejects.toMatchObject({ name: 'LinkNotFoundError' });
    expect(sandbox.journal).toHaveLength(before);
  });
});
