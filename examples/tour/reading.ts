import { type Application, Client, type Collection, isCareError } from 'care-platform';
import { say, step } from './screen.ts';

/** The reading half: gives the client that the writing half goes on with. */
export async function read(care: Application, clientId: string | undefined): Promise<Client | undefined> {
  step('Page through all clients');
  let clients = 0;
  let friends = 0;
  let first: Client | undefined;
  for await (const user of care.clients({ limit: 10 })) {
    if (user instanceof Client) {
      clients += 1;
      first ??= user;
    } else friends += 1;
  }
  say(`${clients} clients and ${friends} friends, ten to a request.`);

  step('Open one');
  const client = clientId === undefined ? await first?.refresh() : await care.client({ id: clientId });
  if (client === undefined) return undefined;
  say(`${client.data.name}, ${client.data.age ?? '?'} years, created ${client.createdAt?.toISOString() ?? '?'}.`);

  step('Read what there is to do, what is planned, who wrote');
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  await list(
    'task',
    () => client.tasks(),
    (task) => `${task.data.title} -> ${task.data.url}`,
  );
  await list(
    'planned event',
    () => client.plannedEvents({ after: day(-3), before: day(7) }),
    (event) => `${event.data.eta.toISOString().slice(0, 16)} ${event.data.title ?? event.data.topic}`,
  );
  await list(
    'conversation',
    () => client.conversations({ limit: 50 }),
    (conversation) => `${conversation.data.subject} (${conversation.data.unread} unread)`,
  );
  return client;
}

async function list<Item>(what: string, ask: () => Collection<Item>, line: (item: Item) => string): Promise<void> {
  try {
    const items = await ask().toArray();
    say(`${items.length} ${what}${items.length === 1 ? '' : 's'}${items.length > 3 ? ', the first three' : ''}:`);
    for (const item of items.slice(0, 3)) say(`  ${line(item)}`);
  } catch (error) {
    if (!isCareError(error, 'LinkNotFoundError')) throw error;
    say(`No access to the ${what}s of this client.`);
  }
}
