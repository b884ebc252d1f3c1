import type { BigOutput } from '../export/big-output.js';
import { exportStore } from '../export/exports.js';
import type { ExportJob, JobError, JobState } from '../export/job.js';
import { logStore } from '../logs/log-store.js';
import type { AccessRecord, CallError, CarelinkError } from '../logs/logs.js';
import { startOf } from '../world/history.js';
import type { World } from '../world/world.js';

/** Hooks for exports and logs. `job` is a key or a URL. */
export interface OperationsControl {
  /** Moves a job to its next state: queued, started, completed (or failed), archived. Returns the new state. */
  stepExport(job: string): JobState;
  /**
   * Makes a pending job fail now.
   *
   * @throws Error if the job has ended already
   */
  failExport(job: string, error?: Partial<JobError>): void;
  /** Makes the next job that is started fail instead of completing. */
  failNextExport(error?: Partial<JobError>): void;
  /**
   * Gives the next job that is started a large generated output, of a number of rows or bytes. It is generated while it
   * is downloaded: JSON for `json`, CSV text for the other formats. `bytes` may cut it off in the middle of a row.
   * The job ignores `allow_files`: its output is never a ZIP file.
   */
  enlargeNextExport(size: BigOutput): void;
  /** Adds a record of access to clients. API calls add none. */
  addAccessLogRecord(record?: Partial<AccessRecord>): void;
  /** Adds an error of an API call. Calls that fail add theirs themselves. */
  addApiError(record?: Partial<CallError>): void;
  /** Adds an error of the care integration. */
  addCarelinkError(record?: Partial<CarelinkError>): void;
  /** Adds an error of the HL7 integration. */
  addHl7Error(record?: Partial<CallError>): void;
}

export function operationsControl(world: () => World): OperationsControl {
  const job = (keyOrUrl: string): ExportJob => {
    const found = exportStore.of(world()).find(keyOrUrl.split('/').at(-1) ?? '');
    if (found === undefined)
      throw new Error(`The sandbox has no export ${startOf(keyOrUrl, 80)}. Pass the URL of a job, or its last part`);
    return found;
  };
  const logs = () => logStore.of(world());
  const call = (record: Partial<CallError>): CallError => ({
    ...{ at: world().clock.now(), userId: null, message: 'Unexpected error', extra: null },
    ...{ uri: '/', code: 500, payload: null, ...record },
  });
  return {
    stepExport(keyOrUrl) {
      const found = job(keyOrUrl);
      exportStore.of(world()).step(found);
      return found.state;
    },
    failExport(keyOrUrl, error = {}) {
      const found = job(keyOrUrl);
      if (!found.pending) throw new Error(`The export is ${found.state}: only a queued or started one can fail`);
      found.fail({ ...defaultFailure, ...error });
    },
    failNextExport: (error = {}) => exportStore.of(world()).prepareNext({ error: { ...defaultFailure, ...error } }),
    enlargeNextExport: (big) => exportStore.of(world()).prepareNext({ big }),
    addAccessLogRecord(record = {}) {
      const userId = world().users.professionals()[0]?.key ?? '';
      logs().access.add({
        at: world().clock.now(),
        userId,
        message: 'Search outside the caseload',
        extra: [],
        ...record,
      });
    },
    addApiError: (record = {}) => void logs().api.add(call(record)),
    addCarelinkError: (record = {}) =>
      void logs().carelink.add({
        ...{ at: world().clock.now(), message: 'The message was not understood', extra: null, wasFatal: true },
        ...{ eventId: 'event', eventType: 'patient.updated' },
        ...{ resourceLink: 'https://fhir.example.org/Patient/1', patientLink: 'https://fhir.example.org/Patient/1' },
        ...record,
      }),
    addHl7Error: (record = {}) => void logs().hl7.add(call(record)),
  };
}

const defaultFailure: JobError = { message: 'The export could not be made', extra: [] };
