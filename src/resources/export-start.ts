import { checkInput } from '../hypermedia/input.js';
import type { RequestOptions } from '../hypermedia/request-options.js';
import type { Session } from '../hypermedia/session.js';
import { ExportJob } from './export-job.js';
import { type NewExport, newExport } from './export-options.js';
import { operations } from './operations.js';

/** @param url where exports are started */
export async function startedExport(
  session: Session,
  url: URL,
  exportOptions: NewExport,
  options: RequestOptions,
): Promise<ExportJob> {
  const body = checkInput(newExport, exportOptions, 'new export');
  const call = {
    ...session.begin(options),
    method: 'POST',
    target: 'new export',
    operation: operations.startExport,
    body,
  } as const;
  return session.created(ExportJob, await session.send(url, call));
}
