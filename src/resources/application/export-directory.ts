import { cancellable } from '../../async/cancellable.js';
import { cloneInput, copyOptions } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import { type RequestOptions, signalOf } from '../../hypermedia/request-options.js';
import type { ExportJob } from '../exports/export-job.js';
import type { InstalledExport, NewExport } from '../exports/export-options.js';
import type { ExportRow } from '../exports/export-rows.js';
import type { ExportRowsOptions, NewRowExport } from '../exports/resumable-export.js';
import type { RowSchema } from '../exports/row-schema.js';
import { AccountDirectory } from './account-directory.js';
import { loadExports } from './lazy.js';

const loadJob = async () => (await loadExports()).ExportJob;

/** The exports of the platform. */
export abstract class ExportDirectory<Data, FollowedBy extends object> extends AccountDirectory<Data, FollowedBy> {
  /** For the roles data officer and data analyst. One request, never retried after a lost response. */
  async startExport<Name extends NewExport['name'], Property extends string>(
    exportOptions: InstalledExport<NewExport, Name, Property>,
    options: RequestOptions = {},
  ): Promise<ExportJob> {
    const given = cloneInput(exportOptions);
    const request = copyOptions(options);
    const { startExport } = await loadExports();
    return startExport(this.session, (call) => this.endpoint('newExport', call), given, request);
  }

  /**
   * Starts an export, waits for it and yields its rows while they arrive. With a `cursor`, a process that was ended continues
   * the job of the one before, also one that it started and could not store. It starts a new job if that one failed, was
   * cancelled or archived, or has other options. Rows then come again from the first, up to 24 hours old.
   *
   * With a `schema`, such as a zod object, rows have its type, as in `job.rows()`. Throws an `InputError` for a format without
   * rows. Requests: those of `startExport`, `waitForCompletion` and `rows`. With a `cursor` one or two more, which look for a job.
   */
  exportRows<Row, Name extends NewExport['name'] = string, Property extends string = string>(
    newExport: InstalledExport<NewRowExport, Name, Property>,
    options: ExportRowsOptions & { readonly schema: RowSchema<Row> },
  ): AsyncGenerator<Row, void>;
  exportRows<Name extends NewExport['name'], Property extends string>(
    newExport: InstalledExport<NewRowExport, Name, Property>,
    options?: ExportRowsOptions,
  ): AsyncGenerator<ExportRow, void>;
  exportRows(newExport: NewRowExport, options: ExportRowsOptions = {}): AsyncGenerator<unknown, void> {
    const given = cloneInput(newExport);
    const request = { ...options };
    return cancellable(signalOf(options), async (signal) => {
      const { exportRows } = await loadExports();
      return exportRows(this, given, { ...request, signal });
    });
  }

  /** Export jobs of all users, most recent first. One request per page, of 100 items by default. */
  exports(query: ListOptions = {}, options: RequestOptions = {}): Collection<ExportJob> {
    return this.listAt('exports', query, options, { batched: true, item: loadJob });
  }

  /** A job by its URL. Any process can read it. One request. */
  async exportJob(url: string, options: RequestOptions = {}): Promise<ExportJob> {
    const target = this.session.resolve(url, undefined, 'export job');
    const request = copyOptions(options);
    return this.session.read(target, await loadJob(), 'export job', request);
  }
}
