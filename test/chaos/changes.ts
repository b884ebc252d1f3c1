import type { Client } from 'care-platform';
import { facts, professionalFields } from './facts.js';
import type { Platform } from './platform.js';
import type { Write } from './write.js';

/** Another telephone number for each: none may be reported as applied that is not there. */
export function updates({ care }: Platform, clients: readonly Client[]): Write[] {
  return clients.map((client, index): Write => {
    const phone_number = `${facts.phone}-${index}`;
    const state = async () => {
      const { data } = await care.client({ url: client.url });
      return { there: data.phone_number === phone_number ? 1 : 0, mails: 0, ours: true };
    };
    return {
      kind: 'updates',
      refusal: 'no',
      repeatable: true,
      send: () => client.update({ phone_number }),
      state,
    };
  });
}

/** The end of a relation of each: one that a lost request has deleted already is reported as applied. */
export async function deletions({ sandbox }: Platform, clients: readonly Client[]): Promise<Write[]> {
  const { key } = sandbox.control.addProfessional(professionalFields(90));
  return Promise.all(
    clients.map(async (client): Promise<Write> => {
      sandbox.control.addRelation(client.url, key, 'supervises');
      const relation = (await client.relations().toArray()).find(({ data }) => data.predicate === 'supervises');
      const state = async () => {
        const all = await client.relations().toArray();
        return { there: all.some(({ url }) => url === relation?.url) ? 0 : 1, mails: 0, ours: true };
      };
      return {
        kind: 'deletions of relations',
        refusal: 'no',
        repeatable: true,
        send: async () => relation?.delete(),
        state,
      };
    }),
  );
}
