import type { Application, ExportJob, ExportRow, NewExport, NewRowExport } from 'care-platform';
import { CommandFailure } from '../frame/exit-codes.js';
import type { Shell } from '../frame/shell.js';
import { cursorTable, RowTable } from './row-table.js';
import type { RowTarget } from './row-target.js';
import { withDatabase } from './sqlite-file.js';

/** Copies the rows of a new export, or of one that an earlier run has started for this table. */
export async function copyExport(
  care: Application,
  request: NewExport,
  target: RowTarget,
  shell: Shell,
): Promise<void> {
  await copyInto(target, request.name, shell, async (table, receive) => {
    // A database can have come from another platform, whose job this one does not have.
    const stored = await table.cursor.get();
    if (stored && !/^https?:/.test(URL.parse(stored)?.protocol ?? '')) throw wrongCursor(target.path);
    const before = stored && new URL(stored).origin === new URL(care.url).origin ? stored : undefined;
    const cursor = { ...table.cursor, get: () => before };
    let isNoted = false;
    const onJob = ({ url, data }: ExportJob) => {
      if (!isNoted) shell.note(url === before ? `Continues ${url}` : `Started ${url}`);
      isNoted = true;
      shell.showProgress(`The export is ${data.state}.`);
    };
    const { signal } = shell;
    try {
      await receive(care.exportRows(request as NewRowExport, { cursor, onJob, signal }));
    } catch (error) {
      if (signal.aborted) shell.note('To go on, run the same command again.');
      throw error;
    }
  });
}

function wrongCursor(path: string): CommandFailure {
  return new CommandFailure(
    `A row of the table ${cursorTable} of ${path} holds no URL of a job. Remove the row, and run the command again.`,
  );
}

/** Copies the rows of a job. */
export async function copyJob(care: Application, url: string, target: RowTarget, shell: Shell): Promise<void> {
  const { signal } = shell;
  const job = await care.exportJob(url);
  await copyInto(target, job.data.options.name, shell, async (table, receive) => {
    const ready = await job.waitForCompletion({
      signal,
      onProgress: ({ data }) => shell.showProgress(`The export is ${data.state}.`),
    });
    await receive(ready.rows({ signal }));
    table.finish();
  });
}

type Receive = (rows: AsyncIterable<ExportRow>) => Promise<void>;

async function copyInto(
  { path, table: given }: RowTarget,
  exportName: string,
  shell: Shell,
  copy: (table: RowTable, receive: Receive) => Promise<void>,
): Promise<void> {
  const name = given ?? exportName;
  await withDatabase(path, async (database) => {
    const table = new RowTable(database, name);
    await copy(table, async (rows) => {
      for await (const row of rows) {
        table.add(row);
        shell.showProgress(`${table.count} rows`);
      }
    });
    shell.note(`Saved ${table.count} ${table.count === 1 ? 'row' : 'rows'} in the table ${name} of ${path}`);
  });
}
