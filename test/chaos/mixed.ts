import { isCareError } from 'care-platform';
import { type AnyCall, anyCalls } from './any-calls.js';
import { Dice, inLanes } from './dice.js';
import { everyFault, storm } from './every-fault.js';
import { settled, startPlatform, stopPlatform } from './platform.js';
import { secretsFound } from './prints.js';
import { Findings, percent, type Report } from './report.js';

/** Milliseconds. */
const timeout = 400;
const deadline = 2500;
/** How much later than its deadline a call may end on a busy machine. */
const noise = 1000;

/** So many calls of all kinds, under every fault: each ends in time, in a result or an error that is documented. */
export async function mixed(count: number, seed: number): Promise<Report> {
  const findings = new Findings();
  const platform = await startPlatform(seed);
  const { sandbox, server, care, prints } = platform;
  const calls = await anyCalls(platform);
  const dice = new Dice(seed);
  const endings = new Map<string, number>();
  let latest = 0;
  let undocumented = 0;
  everyFault(sandbox);

  const run = async (call: AnyCall, number: number, abortAfter: number | undefined) => {
    const stop = new AbortController();
    const reason = new Error('The caller has changed its mind.');
    const timer = abortAfter === undefined ? undefined : setTimeout(() => stop.abort(reason), abortAfter);
    const began = performance.now();
    let ending = 'result';
    try {
      prints.readResult(await call(number, { signal: stop.signal, timeout, deadline }));
    } catch (error) {
      prints.readError(error);
      ending = error === reason ? 'abort' : isCareError(error) ? error.name : 'other';
      if (ending === 'other') {
        undocumented++;
        findings.broken.push(`Undocumented: ${error instanceof Error ? error.stack : error}`);
      }
    }
    clearTimeout(timer);
    latest = Math.max(latest, performance.now() - began);
    endings.set(ending, (endings.get(ending) ?? 0) + 1);
  };
  const tasks = function* () {
    for (let number = 0; number < count; number++) {
      if (number % 400 === 399) storm(sandbox, dice.roll() < 0.5 ? 'refusals' : 'losses');
      const abortAfter = dice.roll() < 0.03 ? dice.roll() * 60 : undefined;
      const call = dice.one(calls);
      yield () => run(call, number, abortAfter);
    }
  };
  const began = performance.now();
  await inLanes(tasks(), 40);
  findings.figure('Seconds', Math.round((performance.now() - began) / 100) / 10);

  for (const [ending, times] of [...endings].sort(([, one], [, other]) => other - one)) {
    findings.figure(
      ending === 'result' ? 'Calls with a result' : `Calls ended by ${ending}`,
      `${times} (${percent(times, count)})`,
    );
  }
  findings.figure('Longest call, of a deadline of 2,500 ms', `${Math.round(latest)} ms`);
  findings.bound(`A call took ${Math.round(latest)} ms.`, latest <= deadline + noise);
  findings.bound(`${undocumented} calls ended in no documented error.`, undocumented === 0);
  const sockets = server.stats().highestConnections;
  findings.figure('Requests', server.stats().requests);
  findings.figure('Most sockets at once', sockets);
  findings.bound(`${sockets} sockets were open at once.`, sockets <= 20);

  await settled(platform);
  const { queued, running } = care.throttle.stats();
  findings.figure('Calls queued and running afterwards', `${queued} and ${running}`);
  findings.bound(`${queued} calls were queued and ${running} running afterwards.`, queued + running === 0);
  secretsFound(prints, findings);
  await stopPlatform(platform);
  return findings;
}
