import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Session } from '../../hypermedia/session.js';
import { operations } from '../writes/operations.js';
import { ExportJob } from './export-job.js';
import type { NewExport } from './export-options.js';

/** Starts a job. One request to the URL that `findUrl` finds, never retried after a lost response. */
export async function startExport(
  session: Session,
  findUrl: (options: RequestOptions) => Promise<URL>,
  newExport: NewExport,
  options: RequestOptions,
): Promise<ExportJob> {
  const body = ExportJob.body(newExport);
  const operation = operations.startExport;
  const call = { ...session.begin(options), method: 'POST', target: 'new export', operation, body } as const;
  return session.openCreated(ExportJob, await session.send(await findUrl(call), call));
}
