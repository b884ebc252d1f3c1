import type { Fault, Sandbox } from 'care-platform/sandbox';
import { deletions, updates } from './changes.js';
import { activations, hosts, newEntries, newRelations } from './client-writes.js';
import { runConcurrently } from './concurrency.js';
import { newClients } from './new-clients.js';
import { settled, startPlatform, stopPlatform } from './platform.js';
import { secretsFound } from './printed-output.js';
import { Findings, type Report } from './report.js';
import { Outcomes, type Write } from './write.js';

const always = { times: Number.POSITIVE_INFINITY };

/** What becomes of the responses to writes: 20 % lost after the work, 10 % before, 10 % 500, 10 % 429, 5 % done late. */
export function loseWrites(sandbox: Sandbox, method: string, paths: readonly RegExp[]): void {
  const refusal = { code: 429, message: 'Too many requests' };
  const failure = { code: 500, message: 'Unexpected error' };
  const kinds: Fault[] = [
    { kind: 'drop', when: 'after', chance: 0.2 },
    { kind: 'drop', when: 'before', chance: 0.1 },
    { kind: 'response', status: 500, body: failure, chance: 0.05 },
    { kind: 'response', status: 500, body: failure, afterWork: true, chance: 0.05 },
    { kind: 'response', status: 429, body: refusal, chance: 0.1 },
    { kind: 'late', milliseconds: 300, chance: 0.02 },
    { kind: 'late', milliseconds: 1200, chance: 0.03 },
  ];
  for (const path of paths) sandbox.faults.add(...kinds.map((kind) => ({ ...kind, ...always, method, path })));
}

/** So many clients, relations, diary entries, activations and changes at once, each of which must be there once. */
export async function creating(count: number, seed: number): Promise<Report> {
  const findings = new Findings();
  const platform = await startPlatform(seed, { retry: 3 });
  const { sandbox, care, prints } = platform;
  const clients = await hosts(platform, count);
  // An update changes when a client was modified, which is what a look for an activation goes by.
  const others = await hosts(platform, Math.min(count, 200), 600_000);
  const kinds = [
    newClients(platform, count),
    newRelations(platform, clients),
    await newEntries(platform, clients),
    activations(platform, clients),
    updates(platform, others),
    await deletions(platform, others),
  ];
  // Who was there before was there long before.
  sandbox.clock.advance({ minutes: 1 });
  await care.refresh();
  loseWrites(sandbox, 'POST', [/^\/c$/, /\/relations$/, /\/diary\/entries$/, /\/activation$/]);
  loseWrites(sandbox, 'PATCH', [/^\/c\/\w+$/]);
  loseWrites(sandbox, 'DELETE', [/\/relations\/\w+$/]);
  sandbox.faults.add({ kind: 'drop', when: 'before', chance: 0.05, ...always });

  const outcomes = new Outcomes(prints);
  const began = performance.now();
  await runConcurrently(
    mixed(kinds).map((write) => () => outcomes.run(write)),
    100,
  );
  findings.figure('Seconds', Math.round((performance.now() - began) / 100) / 10);
  await settled(platform);
  await outcomes.judge(findings);
  secretsFound(prints, findings);
  await stopPlatform(platform, findings);
  return findings;
}

/** One of each kind in turn, so that all run at once. */
function mixed(kinds: readonly (readonly Write[])[]): Write[] {
  const longest = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => kinds.flatMap((kind) => kind[index] ?? [])).flat();
}
