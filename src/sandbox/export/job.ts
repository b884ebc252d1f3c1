import type { Problem } from '../world/failure.js';
import type { User } from '../world/user.js';
import type { BigOutput } from './big-output.js';
import type { ExportOptions } from './options.js';

/** The states of a job. */
export type JobState = 'archived' | 'cancelled' | 'completed' | 'failed' | 'queued' | 'started';

/** The output of a completed job. */
export interface Output {
  readonly filename: string;
  readonly contentType: string;
  /** The content encoding of the download. */
  readonly contentEncoding: string | null;
  /** Bytes before any encoding. */
  readonly length: number;
  readonly content: Uint8Array<ArrayBuffer> | BigOutput;
}

/** Why a job failed. */
export interface JobError {
  /** A text in English, for logs. */
  readonly message: string;
  /** One entry for each problem. */
  readonly extra: readonly Problem[];
}

/** Milliseconds of the sandbox clock. `null`: the job keeps its state until the control moves it. */
export interface JobPace {
  readonly queued: number | null;
  readonly running: number | null;
}

/** How long a completed job can be downloaded, in milliseconds. */
const retention = 24 * 60 * 60 * 1000;

/** What was decided when the job was started. */
export interface OutputPlan {
  /** Whether personal data is included. */
  readonly personal: boolean;
  /** Whether the download is sent with `Content-Encoding: gzip`. */
  readonly gzip: boolean;
  readonly big: BigOutput | null;
  /** Why the job will fail. `null`: it will not. */
  readonly error: JobError | null;
}

type JobParts = Pick<ExportJob, 'key' | 'creator' | 'created' | 'options' | 'pace' | 'plan'>;

/** Makes the output, or returns the reason why there is none. */
export type RunJob = (job: ExportJob) => Output | JobError;

/**
 * One export. Its state follows the clock whenever it is read (undocumented). Its fields are saved with the world. It
 * has no members with `#`: a job that is restored would lack them.
 */
export class ExportJob {
  readonly key: string;
  readonly creator: User;
  readonly created: Date;
  readonly options: ExportOptions;
  readonly pace: JobPace;
  readonly plan: OutputPlan;
  readonly downloaded: Date[] = [];
  state: JobState = 'queued';
  started: Date | null = null;
  completed: Date | null = null;
  output: Output | null = null;
  error: JobError | null = null;

  constructor(parts: JobParts) {
    this.key = parts.key;
    this.creator = parts.creator;
    this.created = parts.created;
    this.options = parts.options;
    this.pace = parts.pace;
    this.plan = parts.plan;
  }

  /** The two states that the documentation calls pending. */
  get pending(): boolean {
    return this.state === 'queued' || this.state === 'started';
  }

  settle(now: Date, run: RunJob): void {
    this.moveWhenDue('queued', this.created, this.pace.queued, now, run);
    this.moveWhenDue('started', this.started, this.pace.running, now, run);
    // Failed and cancelled jobs are never archived.
    this.moveWhenDue('completed', this.completed, retention, now, run);
  }

  /** Moves to the next state: queued, started, completed or failed, archived. */
  step(at: Date, run: RunJob): void {
    if (this.state === 'queued') {
      this.state = 'started';
      this.started = at;
    } else if (this.state === 'started') {
      const result = run(this);
      if ('message' in result) this.fail(result);
      else this.complete(result, at);
    } else if (this.state === 'completed') {
      this.archive();
    }
  }

  fail(error: JobError): void {
    this.state = 'failed';
    this.error = error;
  }

  cancel(): void {
    this.state = 'cancelled';
  }

  archive(): void {
    this.state = 'archived';
  }

  private complete(output: Output, at: Date): void {
    this.state = 'completed';
    this.completed = at;
    this.output = output;
  }

  private moveWhenDue(from: JobState, since: Date | null, wait: number | null, now: Date, run: RunJob): void {
    if (this.state !== from || since === null || wait === null) return;
    const due = since.getTime() + wait;
    if (due <= now.getTime()) this.step(new Date(due), run);
  }
}
