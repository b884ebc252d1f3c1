// What the package does, in whatever runtime this is bundled for: it uses nothing but the package and the language.
import { type Application, connect, isCareError } from 'care-platform';
import { parseCalendar } from 'care-platform/calendar';

/** The task of a runtime, as JSON. */
export interface SmokeTask {
  readonly baseUrl: string;
  readonly token: string;
  readonly tokenKind: 'user' | 'apiUser';
  /** URL of a client whose plan is not empty. */
  readonly client: string;
  /** Where no server listens, and where a server closes each connection. */
  readonly nobody: string;
  readonly hangsUp: string;
  /** Whether the runtime tells a connection that was never made from one that broke. */
  readonly knowsBroken: boolean;
  /** Requests at once. */
  readonly requests: number;
}

/** Of each step its failure, or `''` where it did as it should. */
export type SmokeReport = Record<(typeof steps)[number], string>;

export const steps = ['connect', 'page', 'write', 'error', 'abort', 'download', 'calendar', 'throttle'] as const;

export async function smoke(task: SmokeTask): Promise<SmokeReport> {
  const report = Object.fromEntries(steps.map((step) => [step, 'not reached'])) as SmokeReport;
  const step = async (name: keyof SmokeReport, does: () => Promise<unknown>) => {
    report[name] = await does().then(
      () => '',
      (failure: unknown) => String(failure),
    );
  };
  const { baseUrl, token, tokenKind } = task;
  let care: Application | undefined;
  await step('connect', async () => {
    care = await connect({ baseUrl, token, tokenKind });
  });
  if (care === undefined) return report;
  const application = care;
  await step('page', () => page(application));
  await step('write', () => write(application, task));
  await step('error', () => errors(application, task));
  await step('abort', () => abort(application));
  await step('download', () => download(application));
  await step('calendar', () => calendar(application, task));
  await step('throttle', () => throttle(application, task));
  return report;
}

/** Nothing but reads at once, and how many. */
export async function reads(task: SmokeTask): Promise<number> {
  const { baseUrl, token, tokenKind, client, requests } = task;
  const care = await connect({ baseUrl, token, tokenKind });
  const read = await Promise.all(Array.from({ length: requests }, () => clientAt(care, client)));
  return read.length;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

async function page(care: Application): Promise<void> {
  const users = await care.clients({ limit: 5 }).toArray();
  check(users.length > 5, `${users.length} clients on pages of 5`);
  check(new Set(users.map(({ url }) => url)).size === users.length, 'a client was given twice');
}

async function write(care: Application, { client }: SmokeTask): Promise<void> {
  const before = await clientAt(care, client);
  const after = await before.update({ last_name: 'Voorbeeld' }, { reread: true });
  check(after.data.last_name === 'Voorbeeld', 'the name was not changed');
}

async function clientAt(care: Application, url: string) {
  return care.client({ url });
}

/** The failure's fields that matter. */
async function failureOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isCareError(failure)) throw new Error(`no error of the package: ${String(failure)}`);
  return failure as unknown as Record<string, unknown>;
}

async function errors(
  care: Application,
  { nobody, hangsUp, token, tokenKind, knowsBroken: tells }: SmokeTask,
): Promise<void> {
  const missing = await failureOf(care.request({ url: 'c/none' }));
  check(missing.name === 'NotFoundError' && missing.status === 404, `a missing client is ${missing.name}`);
  const away = await failureOf(connect({ baseUrl: nobody, token, tokenKind, retry: 0 }));
  check(away.name === 'ConnectionError', `nobody there is ${away.name}`);
  check(away.mayHaveArrived === !tells, `nobody there may have been reached: ${away.mayHaveArrived}`);
  const hungUp = await failureOf(connect({ baseUrl: hangsUp, token, tokenKind, retry: 0 }));
  check(hungUp.name === 'ConnectionError' && hungUp.mayHaveArrived === true, `hung up on is ${hungUp.name}`);
  const late = await failureOf(care.request({ url: 'stalled' }, { timeout: 200 }));
  check(late.name === 'TimeoutError' && late.waitedFor === 'response', `late is ${late.name}`);
}

async function abort(care: Application): Promise<void> {
  const stop = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => stop.abort(reason), 100);
  const ended = await care.request({ url: 'stalled' }, { signal: stop.signal }).catch((error: unknown) => error);
  check(ended === reason, `an aborted call ends with ${String(ended)}`);
}

async function download(care: Application): Promise<void> {
  const job = await care.startExport({ name: 'client', output_format: 'csv' });
  const done = await job.waitForCompletion({ interval: 100 });
  const file = await done.download();
  let bytes = 0;
  for await (const part of file.stream()) bytes += part.byteLength;
  check(bytes > 0 && bytes === done.data.content_length, `${bytes} of ${done.data.content_length} bytes`);
  let rows = 0;
  for await (const _ of done.rows()) rows++;
  check(rows > 0, 'no rows');
}

async function calendar(care: Application, { client }: SmokeTask): Promise<void> {
  const { todos } = parseCalendar(await (await clientAt(care, client)).calendar());
  check(todos.length > 0, 'no todos');
}

async function throttle(care: Application, { client, requests }: SmokeTask): Promise<void> {
  await Promise.all(Array.from({ length: requests }, () => clientAt(care, client)));
  check(care.throttle.stats().rateLimited === 0, 'some were refused');
  const busy = await care.request({ url: 'busy' });
  check(busy.status === 200, 'what was refused once was not sent again');
}
