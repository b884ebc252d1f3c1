// Follows changes of tasks, stops, and continues in another process.
import { connect, memoryCursor } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';

const sandbox = createSandbox({ clock: { start: new Date() } });
const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });

// Keep it for the next process: in a file, a row of a table, or any object with `get` and `set`.
const cursor = memoryCursor();

async function follow(signal: AbortSignal): Promise<void> {
  try {
    for await (const event of care.watchChanges({ types: ['tasks'], cursor, signal })) {
      if (event.kind === 'resync') {
        console.log(
          `Read everything again: ${event.reason === 'start' ? 'this is the first start' : 'a day was missed'}.`,
        );
      } else {
        // An event counts as handled when the next one is requested. After an earlier stop it comes again.
        const tasks = await event.change.items({ signal }).toArray();
        console.log(`${event.change.user.id ?? 'Somebody'} has ${tasks.length} tasks now.`);
      }
    }
  } catch (reason) {
    if (!signal.aborted) throw reason;
    console.log('Stopped.');
  }
}

await follow(AbortSignal.timeout(500));

// No process is watching now, and nothing is lost.
const { url } = await care.client({ id: 'EHR-1042' });
sandbox.control.assignTask(url, { title: 'Fill in the weekly questionnaire' });
await follow(AbortSignal.timeout(500));
care.close();
