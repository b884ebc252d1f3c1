import { Client } from 'care-platform';
import type { SandboxUser } from 'care-platform/sandbox';
import { clientFields } from './facts.js';
import { groupBy, lazy } from './lookups.js';
import type { Platform } from './platform.js';
import type { Write } from './write.js';

/**
 * Creates of clients. One in ten has the address of somebody who was there before, with the same name or another; two in
 * fifty want the address of each other.
 */
export function newClients({ sandbox, care }: Platform, count: number): Write[] {
  const before = new Set<string>();
  const byEmail = lazy(() => groupBy(sandbox.control.users('client'), ({ email }) => email));
  const mails = lazy(() => groupBy(sandbox.outbox, ({ to }) => to));

  return Array.from({ length: count }, (_, index): Write => {
    const twin = index % 50 === 41 || index % 50 === 42;
    const fields =
      twin && index % 50 === 42 ? { ...clientFields(index - 1), first_name: 'Tweeling' } : clientFields(index);
    const taken = index % 10 === 3;
    if (taken) {
      const first_name = index % 20 === 3 ? 'Iemand' : fields.first_name;
      before.add(sandbox.control.addClient({ ...fields, first_name }).key);
    }
    const state = (result: unknown) => {
      const there = byEmail().get(fields.email) ?? [];
      return {
        there: there.length,
        mails: mails().get(fields.email)?.length ?? 0,
        ours: result instanceof Client && there.some((one) => isOurs(one, result) && !before.has(one.key)),
      };
    };
    const isOurs = (one: SandboxUser, { url, data }: Client) =>
      url.endsWith(`/${one.key}`) && one.name.startsWith(fields.first_name) && data.first_name === fields.first_name;
    const refusal = taken ? 'yes' : twin ? 'maybe' : 'no';
    const kind = twin ? 'clients in pairs that want one address' : 'clients';
    return { kind, refusal, isVerifiable: !twin, send: () => care.createClient(fields), state };
  });
}
