import { Client, DiaryEntry, Relation } from 'care-platform';
import { runConcurrently } from './concurrency.js';
import { clientFields, facts, photo, professionalFields } from './facts.js';
import { groupBy, lazy } from './lookups.js';
import type { Platform } from './platform.js';
import type { Write } from './write.js';

/** Numbers of people that no create of the run uses. */
const elsewhere = 500_000;

/** Clients that are there, inactive, as the API shows them. */
export async function hosts(
  { sandbox, server, care, prints }: Platform,
  count: number,
  first = elsewhere,
): Promise<Client[]> {
  const found: Client[] = [];
  const paths = Array.from({ length: count }, (_, index) => {
    const { key, path } = sandbox.control.addClient({ ...clientFields(first + index), active: false });
    sandbox.control.assignTask(key, { title: facts.task, message: facts.task });
    sandbox.control.addPlannedEvent(key, {
      start: '2026-03-03T10:00:00',
      topic: facts.event,
      description: facts.event,
    });
    prints.hide([key]);
    return path;
  });
  const read = async (path: string | null, index: number) => {
    found[index] = await care.client({ url: `${server.baseUrl}${path}` });
  };
  await runConcurrently(
    paths.map((path, index) => () => read(path, index)),
    20,
  );
  return found;
}

const oneInTen = (index: number) => index % 10 === 3;

/** A relation for each; those that are taken have it already. */
export function newRelations({ sandbox, reads }: Platform, clients: readonly Client[], isTaken = oneInTen): Write[] {
  const keys = Array.from(
    { length: 5 },
    (_, number) => sandbox.control.addProfessional(professionalFields(number)).key,
  );
  return clients.map((client, index): Write => {
    const { id } = professionalFields(index % 5);
    const taken = isTaken(index);
    if (taken) sandbox.control.addRelation(client.url, keys[index % 5] ?? '', 'attends');
    return {
      kind: 'relations',
      // One that was there before is refused, or after a lost response what the call resolves to.
      refusal: taken ? 'maybe' : 'no',
      repeatable: true,
      readBacks: () => reads.get(`${client.url}/relations/items`) ?? 0,
      send: () => client.addRelation({ professional: { id }, predicate: 'attends' }),
      state: async (result) => {
        const all = await client.relations().toArray();
        const there = all.filter(({ data }) => data.professional.id === id && data.predicate === 'attends');
        const ours = result instanceof Relation && there.some(({ url }) => url === result.url);
        return { there: there.length, mails: 0, ours };
      },
    };
  });
}

/** An entry for each, one in three with an image; one in ten has another entry of that time already. */
export async function newEntries({ sandbox, care }: Platform, clients: readonly Client[]): Promise<Write[]> {
  const schemas = await clients[0]?.diarySchemas();
  const schema = schemas?.find(({ fields }) => fields.some(({ type }) => type === 'image'));
  if (schema === undefined) throw new Error('The sandbox has no schema with an image.');
  await care.refresh();
  let before = 0;
  const sent = lazy(() => {
    const posts = sandbox.journal.slice(before).filter(({ method, status }) => method === 'POST' && status !== 429);
    return groupBy(posts, ({ path }) => path);
  });
  const writes = await Promise.all(
    clients.map(async (client, index): Promise<Write> => {
      const dt = new Date(Date.UTC(2026, 1, 1, 8, 0, index));
      const note = `${facts.note} ${index}`;
      const values = { dt, mood: 'good', tension: 3, note };
      if (oneInTen(index)) await client.addDiaryEntry(schema, { ...values, note: 'Van iemand anders' });
      const withImage = index % 3 === 0;
      return {
        kind: withImage ? 'diary entries with an image' : 'diary entries',
        refusal: 'no',
        repeatable: !withImage,
        send: () => client.addDiaryEntry(schema, withImage ? { ...values, photo } : values),
        state: async (result) => {
          const all = await client.diaryEntries().toArray();
          const there = all.filter((entry) => entry.attribute('note') === note);
          const ours = result instanceof DiaryEntry && there.some(({ url }) => url === result.url);
          // Other platforms may not recognise one with an image, as the sandbox does: it must not be sent twice.
          const requests = sent().get(`${pathOf(client)}/diary/entries`)?.length ?? 0;
          return { there: withImage && requests > 1 ? requests : there.length, mails: 0, ours };
        },
      };
    }),
  );
  before = sandbox.journal.length;
  return writes;
}

/** As the sandbox has it, below the base URL. */
function pathOf({ url }: Client): string {
  return new URL(url).pathname.replace('/api/2', '');
}

/** An activation for each; those that are taken were activated by somebody else since they were read. */
export function activations({ sandbox }: Platform, clients: readonly Client[], isTaken = oneInTen): Write[] {
  const mails = lazy(() => groupBy(sandbox.outbox, ({ to }) => to));
  return clients.map((client, index): Write => {
    const taken = isTaken(index);
    if (taken) sandbox.control.setActive(client.url, true);
    return {
      kind: 'activations',
      refusal: taken ? 'yes' : 'no',
      isVerifiable: true,
      send: () => client.activate({ sendEmail: 'activation' }),
      state: (result) => {
        const sent = mails().get(client.data.email)?.length ?? 0;
        const { active } = sandbox.control.user(client.url);
        return {
          there: active ? 1 : 0,
          mails: sent,
          ours: result instanceof Client && result.data.active && sent === 1,
        };
      },
    };
  });
}
