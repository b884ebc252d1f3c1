import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import {
  caseload,
  changedInCaseload,
  externalId,
  feed,
  type Jobs,
  labelTexts,
  type Place,
  people,
  related,
  relations,
  talking,
} from './jobs.ts';

/** What a job cost, and what came of it. */
export interface Count {
  readonly requests: number;
  /** How many of them may change something. */
  readonly writes: number;
  /** Responses with an error other than 404. */
  readonly refused: number;
  readonly result: unknown;
}

/** As the table has it: all, and the writes among them. */
export const cell = ({ requests, writes }: Count): string => (writes > 0 ? `${requests} (${writes})` : `${requests}`);

const hour = 3600;
/** Milliseconds of real time. */
const patience = 15_000;
/** What is looked at again and again, from the first look on. */
const takesTime = /^\/(changes|export)/;
/** The seconds at which somebody's tasks change. */
const changesAt = [630, 1530, 2430];

/**
 * What arrives at a platform of its own while a job is done, with the same time in every run: it goes on only while
 * nobody asks, and only where there is something to wait for.
 */
export async function countRequests(job: keyof Jobs, jobs: Jobs): Promise<Count> {
  const sandbox = prepared(job);
  const end = new AbortController();
  let underWay = 0;
  let isTimeStopped = false;
  const place: Place = {
    baseUrl: sandbox.baseUrl,
    token: sandbox.tokens.apiUser,
    hour: end.signal,
    stopTime() {
      isTimeStopped = true;
    },
    async fetch(input, init) {
      isTimeStopped = false;
      underWay++;
      try {
        return await sandbox.fetch(input, init);
      } finally {
        underWay--;
      }
    },
  };
  const clients = sandbox.control.users('client').map(({ key }) => key);
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: feed.start });
  try {
    let done = false;
    const work = jobs[job](place).finally(() => {
      done = true;
    });
    work.catch(() => undefined);
    const started = performance.now();
    for (let second = 0; ; ) {
      do {
        for (let turn = 0; turn < 10; turn++) await setImmediate();
      } while (underWay > 0);
      if (done) break;
      if (performance.now() - started > patience) throw new Error(`The job ${job} waits for what does not come.`);
      // Not while what a package loads on first use is loaded.
      if (isTimeStopped || !sandbox.journal.some(({ path }) => takesTime.test(path))) continue;
      second++;
      if (second === hour) end.abort(new Error('An hour has passed.'));
      const changed = clients[changesAt.indexOf(second)];
      if (changed !== undefined) sandbox.control.assignTask(changed);
      sandbox.clock.advance({ seconds: 1 });
      mock.timers.tick(1000);
    }
    const result = await work;
    const refused = sandbox.journal.filter(({ status }) => status === null || (status >= 400 && status !== 404));
    const writes = sandbox.journal.filter(({ method }) => method !== 'GET');
    return { requests: sandbox.journal.length, writes: writes.length, refused: refused.length, result };
  } finally {
    mock.timers.reset();
  }
}

function prepared(job: keyof Jobs): Sandbox {
  const sandbox = createSandbox({
    limits: false,
    // An origin of its own: a throttle outlives its connections, and is slower where others are.
    baseUrl: `https://${job.toLowerCase()}.example/api/2`,
    clients: { readAllTasks: 250, readConversations: 520, readShortPages: 520 }[job as string] ?? 12,
    clock: { start: feed.start, frozen: true },
    settings: { exportQueuedFor: 10_000, exportRunsFor: 50_000 },
  });
  const { control } = sandbox;
  if (job === 'upsertMany') {
    // Half of them are there, three with another name.
    for (const [index, person] of people.slice(0, 10).entries()) {
      control.addClient(index < 3 ? { ...person, first_name: 'Formerly' } : person);
    }
  }
  if (job === 'syncUnchanged' || job === 'syncChanged') {
    const changed = job === 'syncChanged' ? changedInCaseload : 0;
    for (const [index, person] of caseload.entries()) {
      control.addClient(index < changed ? { ...person, phone_number: null } : person);
    }
  }
  if (job === 'readConversations' || job === 'readShortPages') {
    for (const { key } of control.users('client').slice(-talking)) control.addConversation(key, { subject: key });
  }
  if (job === 'syncRelated') {
    const labels = labelTexts.map((text) => control.addLabel(text));
    for (const { labelTexts: _, relations: __, ...person } of related) {
      control.addClient({ ...person, labels });
      control.addRelation(person.id, 'PRO-1');
    }
  }
  if (job === 'deactivateLeft') {
    for (const person of related.map(({ labelTexts: _, relations: __, ...person }) => person)) {
      control.addClient({ ...person, active: true });
    }
  }
  if (job === 'setLabels') control.addLabel('Group B');
  const owners = job.startsWith('catchUp') ? control.users('client').slice(0, 3) : [];
  for (const { key } of owners) {
    if (job === 'catchUpTasks') control.assignTask(key);
    else control.addConversation(key);
  }
  if (job === 'setRelations') {
    // Three of the wanted ones and one too many, with those that are there from the start.
    control.addRelation(externalId, relations[2].professional.id);
    control.addRelation(externalId, 'PRO-5');
  }
  return sandbox;
}
