import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isCareError } from 'care-platform';
import { anyCalls } from './any-calls.js';
import type { AnyCall } from './compound-calls.js';
import { runConcurrently } from './concurrency.js';
import { everyFault, storm } from './every-fault.js';
import { settled, startPlatform, stopPlatform } from './platform.js';
import { secretsFound } from './printed-output.js';
import { Findings, percent, type Report } from './report.js';
import { SeededRandom } from './seeded-random.js';

/** Milliseconds. Some have all the time there is for a response, so that the deadline alone ends them. */
const usual = { timeout: 600, deadline: 3000 };
const patient = { timeout: 60_000, deadline: 800 };
/** How much later than its deadline a call may end, beside the time that a busy machine let nothing run at all. */
const noise = 500;

/** So many calls of all kinds, under every fault: each ends in time, in a result or an error that is documented. */
export async function mixed(count: number, seed: number, isMeasured: boolean): Promise<Report> {
  const findings = new Findings();
  const platform = await startPlatform(seed);
  const { sandbox, server, prints } = platform;
  const calls = await anyCalls(platform);
  const random = new SeededRandom(seed);
  const endings = new Map<string, number>();
  let longest = 0;
  let late = 0;
  let undocumented = 0;
  everyFault(sandbox);
  const standstill = monitorEventLoopDelay({ resolution: 10 });
  standstill.enable();

  const run = async (call: AnyCall, number: number, abortAfter: number | undefined) => {
    const limits = number % 3 === 0 ? patient : usual;
    const stop = new AbortController();
    const reason = new Error('The caller has changed its mind.');
    const timer = abortAfter === undefined ? undefined : setTimeout(() => stop.abort(reason), abortAfter);
    const began = performance.now();
    let ending = 'result';
    try {
      prints.readResult(await call(number, { signal: stop.signal, ...limits }));
    } catch (error) {
      prints.readError(error);
      ending = error === reason ? 'abort' : isCareError(error) ? error.name : 'other';
      if (ending === 'other') {
        undocumented++;
        findings.broken.push(`Undocumented: ${error instanceof Error ? error.stack : error}`);
      }
    }
    clearTimeout(timer);
    const took = performance.now() - began;
    longest = Math.max(longest, took);
    late = Math.max(late, took - limits.deadline * (call.deadlines ?? 1));
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  };
  const between = Math.max(30, Math.floor(count / 25));
  const tasks = function* () {
    for (let number = 0; number < count; number++) {
      if (number % between === between - 1) storm(sandbox, Math.floor(number / between));
      const abortAfter = random.next() < 0.03 ? random.next() * 60 : undefined;
      const call = calls[number] ?? random.pick(calls);
      yield () => run(call, number, abortAfter);
    }
  };
  const began = performance.now();
  await runConcurrently(tasks(), 40);
  findings.figure('Seconds', Math.round((performance.now() - began) / 100) / 10);

  for (const [ending, times] of [...endings].sort(([, one], [, other]) => other - one)) {
    findings.figure(
      ending === 'result' ? 'Calls with a result' : `Calls ended by ${ending}`,
      `${times} (${percent(times, count)})`,
    );
  }
  findings.figure('Longest call, and the most after a deadline', `${Math.round(longest)} and ${Math.round(late)} ms`);
  const stood = standstill.max / 1e6;
  findings.figure('Longest that the machine let nothing run', `${Math.round(stood)} ms`);
  if (isMeasured) {
    findings.bound(`A call ended ${Math.round(late)} ms after its deadline.`, late <= noise + 2 * stood);
  }
  findings.bound(`${undocumented} calls ended in no documented error.`, undocumented === 0);
  findings.figure('Requests', server.stats().requests);
  const results = endings.get('result') ?? 0;
  if (isMeasured) findings.bound(`Only ${results} of ${count} calls had a result.`, results > count / 3);

  await settled(platform);
  secretsFound(prints, findings);
  await stopPlatform(platform, findings);
  return findings;
}
