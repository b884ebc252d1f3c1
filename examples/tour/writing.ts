import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Application, type Client, isCareError } from 'care-platform';
import { progress, say, step } from './screen.ts';

/** The writing half; `assignTask` makes the platform give a user something to do, as a professional would. */
export async function write(care: Application, client: Client, assignTask: (userUrl: string) => void): Promise<void> {
  step('Write a diary entry and read it back');
  const [schema] = await client.diarySchemas();
  if (schema === undefined) throw new Error('Nothing may be added to this diary.');
  const values = Object.fromEntries(
    schema.fields
      .filter((field) => field.required === true || field.type === 'integer')
      .map((field) => [
        field.name,
        field.choices?.[0]?.value ?? field.min ?? (field.type === 'integer' ? 1 : 'Slept well'),
      ]),
  );
  const written = await client.addDiaryEntry(schema, { dt: new Date(), ...values });
  const entry = await written.refresh();
  say(`'${schema.title}': ${JSON.stringify(entry.data)}`);

  step('Add a relation');
  const professional = await care.professional({ id: 'PRO-2' });
  const relation = await client.addRelation({ professional: { url: professional.url }, predicate: 'supervises' });
  say(`${professional.data.name} ${relation.data.predicate} ${client.data.name}.`);

  step('Export all clients');
  const job = await care.startExport({ name: 'client', output_format: 'csv' });
  const shares: Record<string, number> = { queued: 0.1, started: 0.5, completed: 1 };
  const done = await job.completed({
    interval: 300,
    onProgress: ({ data }) => progress(shares[data.state] ?? 0, data.state),
  });
  const download = await done.download();
  const file = join(tmpdir(), `care-platform-tour-${process.pid}.csv`);
  const bytes = await download.bytes();
  await writeFile(file, bytes);
  say(`${bytes.length} bytes of ${download.contentType} saved as ${file}.`);

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
