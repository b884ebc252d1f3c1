import { tmpdir } from 'node:os';
import { type Application, type Client, isCareError } from 'care-platform';
import { saveDownload } from 'care-platform/node';
import { progress, say, step } from './screen.ts';

/** The writing half; `assignTask` makes the platform give a user something to do, as a professional would. */
export async function write(care: Application, client: Client, assignTask: (userUrl: string) => void): Promise<void> {
  step('Write a diary entry and read it back');
  const [schema] = await client.diarySchemas();
  if (schema === undefined) throw new Error('Nothing may be added to this diary.');
  const written = await client.addDiaryEntry(schema, { ...schema.defaults(), dt: new Date(), mood: 'good' });
  const entry = await written.refresh();
  say(`'${schema.title}': ${JSON.stringify(entry.data)}`);

  step('Add a relation');
  const professional = await care.professional({ id: 'PRO-2' });
  const relation = await client.addRelation({ professional, predicate: 'supervises' });
  say(`${professional.data.name} ${relation.data.predicate} ${client.data.name}.`);

  step('Export all clients');
  const job = await care.startExport({ name: 'client', output_format: 'csv' });
  const shares: Record<string, number> = { queued: 0.1, started: 0.5, completed: 1 };
  const done = await job.waitForCompletion({
    interval: 300,
    onProgress: ({ data }) => progress(shares[data.state] ?? 0, data.state),
  });
  const download = await done.download();
  say(`${download.size} bytes of ${download.contentType} saved as ${await saveDownload(download, tmpdir())}.`);

  step('Catch a change');
  assignTask(client.url);
  const aMinuteAgo = new Date(Date.now() - 60_000);
  for await (const change of care.changes({ type: 'tasks', since: aMinuteAgo })) {
    const tasks = await change.items().toArray();
    say(`The tasks of ${change.user.id ?? 'somebody'} changed: there are ${tasks.length} now.`);
  }

  step('Run into a missing link, and into an invalid input');
  const friend = (await care.searchClients({ active: true, limit: 50 }).toArray()).find((one) =>
    one.type.endsWith('/friend'),
  );
  await explain(() => (friend ?? care).follow('diary'));
  await explain(() => client.update({ email: 'Somebody@Example.org' }));
}

async function explain(attempt: () => Promise<unknown>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (!isCareError(error)) throw error;
    say(`${error.name}: ${error.message}`);
  }
}
