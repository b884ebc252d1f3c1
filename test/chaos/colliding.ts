import type { ClientInput, ProfessionalInput, Sandbox } from 'care-platform/sandbox';
import { grouped, lazily } from './afterwards.js';
import { colleague, person } from './facts.js';
import { activations, hosts, newRelations } from './new-of-clients.js';
import { type Platform, settled, startPlatform, stopPlatform } from './platform.js';
import { secretsFound } from './prints.js';
import { Findings, type Report } from './report.js';
import { Outcomes, type Write } from './write.js';

const everyOne = () => true;
const isOld = (index: number) => index % 2 === 0;

/** Of each kind: so few that the first requests of all are sent, and lost, before the first repeat. */
const atOnce = 14;

/** When somebody else takes the place: after the first request was lost, and before the look for what became of it. */
const meanwhile = 450;

/**
 * So many writes of each kind whose place is taken: half of them by what is the same and was there long before, half by
 * what came at the same time and differs in one field. Each loses its first answer, and none may be told as done.
 */
export async function colliding(count: number, seed: number): Promise<Report> {
  const findings = new Findings();
  const platform = await startPlatform(seed, { retry: 3 });
  const { sandbox, care, prints } = platform;
  const clients = await hosts(platform, count);
  const kinds = [
    newClients(platform, count),
    newProfessionals(platform, count),
    newRelations(platform, clients, everyOne),
    activations(platform, clients, everyOne),
  ];
  // Who was there before was there long before.
  sandbox.clock.advance({ minutes: 1 });
  await care.refresh();

  const outcomes = new Outcomes(prints);
  for (let start = 0; start < count; start += atOnce) {
    const round = kinds.flatMap((writes) => writes.slice(start, start + atOnce));
    sandbox.faults.clear();
    for (const path of [/^\/c$/, /^\/p$/, /\/relations$/, /\/activation$/]) loseFirst(sandbox, path, atOnce);
    await Promise.all(round.map((write) => outcomes.run(write)));
  }
  await settled(platform);
  await outcomes.judge(findings);
  const met = outcomes.count(/meanwhile$/, 'unknown');
  findings.bound(`Only ${met} of ${count} looks found who came meanwhile.`, met >= count / 2);
  secretsFound(prints, findings);
  await stopPlatform(platform, findings);
  return findings;
}

function loseFirst(sandbox: Sandbox, path: RegExp, times: number): void {
  sandbox.faults.add({ kind: 'drop', when: 'before', method: 'POST', path, times });
}

const otherClients: readonly Partial<ClientInput>[] = [
  { first_name: 'Iemand' },
  { infix: null },
  { last_name: 'Anders' },
  { gender: 'f' },
  { date_of_birth: '1977-07-07' },
  { phone_number: null },
  { bsn: '111222333' },
  { active: false },
];

function newClients({ sandbox, care }: Platform, count: number): Write[] {
  const byEmail = lazily(() => grouped(sandbox.control.users('client'), ({ email }) => email));
  return Array.from({ length: count }, (_, index): Write => {
    const fields = person(index);
    const take = (changes: Partial<ClientInput>) => sandbox.control.addClient({ ...fields, ...changes });
    return {
      kind: `clients whose place ${isOld(index) ? 'was taken long before' : 'is taken meanwhile'}`,
      refusal: 'yes',
      send: taking(index, otherClients, take, () => care.createClient(fields)),
      state: () => ({
        there: byEmail().get(fields.email)?.length ?? 0,
        mails: 0,
        ours: false,
      }),
    };
  });
}

const otherProfessionals: readonly Partial<ProfessionalInput>[] = [
  { first_name: 'Iemand' },
  { description: null },
  { last_name: 'Anders' },
  { active: false },
];

function newProfessionals({ sandbox, care }: Platform, count: number): Write[] {
  const byEmail = lazily(() => grouped(sandbox.control.users('professional'), ({ email }) => email));
  return Array.from({ length: count }, (_, index): Write => {
    const fields = colleague(100 + index);
    const take = (changes: Partial<ProfessionalInput>) => sandbox.control.addProfessional({ ...fields, ...changes });
    return {
      kind: `professionals whose place ${isOld(index) ? 'was taken long before' : 'is taken meanwhile'}`,
      refusal: 'yes',
      send: taking(index, otherProfessionals, take, () => care.createProfessional(fields)),
      state: () => ({
        there: byEmail().get(fields.email)?.length ?? 0,
        mails: 0,
        ours: false,
      }),
    };
  });
}

/** Takes the place now, or while the write is under way; of the latter each differs in another field. */
function taking<Fields extends object>(
  index: number,
  others: readonly Partial<Fields>[],
  take: (changes: Partial<Fields>) => unknown,
  send: () => Promise<unknown>,
): () => Promise<unknown> {
  if (isOld(index)) {
    take({});
    return send;
  }
  return () => {
    setTimeout(take, meanwhile, others[((index - 1) / 2) % others.length]);
    return send();
  };
}
