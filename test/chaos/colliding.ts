import type { ClientInput, ProfessionalInput, Sandbox } from 'care-platform/sandbox';
import { activations, hosts, newRelations } from './client-writes.js';
import { clientFields, professionalFields } from './facts.js';
import { groupBy, lazy } from './lookups.js';
import { type Platform, settled, startPlatform, stopPlatform } from './platform.js';
import { secretsFound } from './printed-output.js';
import { Findings, type Report } from './report.js';
import { Outcomes, type Write } from './write.js';

const everyOne = () => true;
const isOld = (index: number) => index % 2 === 0;

/** Of each kind: so few that the first requests of all are sent, and lost, before the first repeat. */
const atOnce = 14;

/**
 * So many writes of each kind whose place is taken: half of them by what is the same and was there long before, half by
 * what came at the same time and differs in one field. Each loses its first response, and none may be reported as applied.
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
  findings.bound(`${met} of ${count} verifications found the account that was made meanwhile.`, met === count);
  secretsFound(prints, findings);
  await stopPlatform(platform, findings);
  return findings;
}

function loseFirst(sandbox: Sandbox, path: RegExp, times: number): void {
  sandbox.faults.add({ kind: 'drop', when: 'before', method: 'POST', path, times });
}

/** A kind of account, of which each has an address of its own. */
interface Accounts<Fields extends { email: string }, Input> {
  readonly kind: 'client' | 'professional';
  fields(index: number): Fields;
  /** What is different of those who come meanwhile, in turn. */
  readonly others: readonly Partial<Input>[];
  add(fields: Fields, changes: Partial<Input>): unknown;
  create(fields: Fields): Promise<unknown>;
}

function newAccounts<Fields extends { email: string }, Input extends object>(
  { sandbox, whenLost }: Platform,
  count: number,
  { kind, fields: fieldsOf, others, add, create }: Accounts<Fields, Input>,
): Write[] {
  const byEmail = lazy(() => groupBy(sandbox.control.users(kind), ({ email }) => email));
  return Array.from({ length: count }, (_, index): Write => {
    const fields = fieldsOf(index);
    // Another one was there long before, or is made as soon as the first request is lost, each with another field.
    if (isOld(index)) add(fields, {});
    else whenLost.set(fields.email, () => add(fields, others[((index - 1) / 2) % others.length] ?? {}));
    return {
      kind: `${kind}s whose place ${isOld(index) ? 'was taken long before' : 'is taken meanwhile'}`,
      refusal: 'yes',
      send: () => create(fields),
      state: () => ({
        there: byEmail().get(fields.email)?.length ?? 0,
        mails: 0,
        ours: false,
      }),
    };
  });
}

function newClients(platform: Platform, count: number): Write[] {
  const { sandbox, care } = platform;
  return newAccounts<ReturnType<typeof clientFields>, ClientInput>(platform, count, {
    kind: 'client',
    fields: clientFields,
    others: [
      { first_name: 'Iemand' },
      { infix: null },
      { last_name: 'Anders' },
      { gender: 'f' },
      { date_of_birth: '1977-07-07' },
      { phone_number: null },
      { bsn: '111222333' },
      { active: false },
    ],
    add: (fields, changes) => sandbox.control.addClient({ ...fields, ...changes }),
    create: (fields) => care.createClient(fields),
  });
}

function newProfessionals(platform: Platform, count: number): Write[] {
  const { sandbox, care } = platform;
  return newAccounts<ReturnType<typeof professionalFields>, ProfessionalInput>(platform, count, {
    kind: 'professional',
    fields: (index) => professionalFields(100 + index),
    others: [{ first_name: 'Iemand' }, { description: null }, { last_name: 'Anders' }, { active: false }],
    add: (fields, changes) => sandbox.control.addProfessional({ ...fields, ...changes }),
    create: (fields) => care.createProfessional(fields),
  });
}
