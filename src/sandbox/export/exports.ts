import { defineStore } from '../world/store.js';
import type { User } from '../world/user.js';
import type { World } from '../world/world.js';
import type { BigOutput } from './big-output.js';
import { ExportJob, type JobError, type RunJob } from './job.js';
import type { ExportOptions } from './options.js';
import { makeOutput } from './output.js';

/** Settings of the control for the next job. */
export interface NextJob {
  readonly error?: JobError;
  readonly big?: BigOutput;
}

export class Exports {
  readonly #world: World;
  readonly #jobs: Map<string, ExportJob>;
  readonly #next: { job: NextJob };

  readonly #run: RunJob = (job) => job.plan.error ?? makeOutput(job, this.#world);

  constructor(world: World) {
    this.#world = world;
    this.#jobs = world.memory.part('exports', () => new Map());
    this.#next = world.memory.part('nextExport', () => ({ job: {} }));
  }

  prepareNext(next: NextJob): void {
    this.#next.job = { ...this.#next.job, ...next };
  }

  create(creator: User, options: ExportOptions): ExportJob {
    const { error = null, big = null } = this.#next.job;
    this.#next.job = {};
    const { exportQueuedFor, exportRunsFor, exportGzip } = this.#world.settings;
    const job = new ExportJob({
      key: this.#world.ids.hex(12),
      creator,
      created: this.#world.clock.now(),
      options,
      pace: { queued: exportQueuedFor, running: exportRunsFor },
      plan: { personal: seesPersonalData(creator), gzip: exportGzip, big, error },
    });
    this.#jobs.set(job.key, job);
    return job;
  }

  find(key: string): ExportJob | undefined {
    const job = this.#jobs.get(key);
    job?.settle(this.#world.clock.now(), this.#run);
    return job;
  }

  /** Moves a job to its next state. */
  step(job: ExportJob): void {
    job.step(this.#world.clock.now(), this.#run);
  }

  /** The most recent job first. */
  all(): ExportJob[] {
    return [...this.#jobs.keys()].flatMap((key) => this.find(key) ?? []).toReversed();
  }
}

/** A data officer gets all data, a data analyst none that is privacy-sensitive. */
export function seesPersonalData(user: User): boolean {
  return user.permissions.has('dataOfficer');
}

export function mayExport(user: User): boolean {
  return seesPersonalData(user) || user.permissions.has('dataAnalyst');
}

export const exportStore = defineStore<Exports>({ create: (world) => new Exports(world) });
