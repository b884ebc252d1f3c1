// Keeps the tasks of all users in a table, with the tasks that were added and removed.
import { connect, type MirrorRecord, memoryCursor } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';

const sandbox = createSandbox({ clock: { start: new Date() } });
const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });

// Store both beside the table, so that a restart continues. Only `added` and `removed` need the state.
const cursor = memoryCursor();
const state = new Map<string, MirrorRecord>();
const table = new Map<string, readonly string[]>();

async function mirror(signal: AbortSignal): Promise<void> {
  try {
    for await (const { user, tasks, added = [], removed = [] } of care.mirrorTasks({ cursor, state, signal })) {
      // An event has all tasks of this user. So replace the old ones, however often it comes.
      table.set(
        user.url,
        tasks.map((task) => task.data.title ?? ''),
      );
      console.log(`${user.id ?? 'a friend'}: ${tasks.length} tasks, ${added.length} came, ${removed.length} went`);
    }
  } catch (reason) {
    if (!signal.aborted) throw reason;
    console.log(`Stopped; the table has ${table.size} users.`);
  }
}

await mirror(AbortSignal.timeout(3000));

const { url } = await care.client({ id: 'EHR-1042' });
sandbox.control.assignTask(url, { title: 'Fill in the weekly questionnaire' });
await mirror(AbortSignal.timeout(500));
console.log(table.get(url));
care.close();
