import type { Application, Client, ExportJob, Friend, Label, Professional, RequestOptions } from 'care-platform';
import { clientFields, facts, professionalFields } from './facts.js';

/** One call, of any kind. */
export interface AnyCall {
  (number: number, options: RequestOptions): Promise<unknown>;
  /** How many calls it makes one after another; one by default. */
  readonly deadlines?: number;
}

/** Who and what was read while all was well. */
export interface Hosts {
  readonly care: Application;
  readonly client: (number: number) => Client;
  readonly friend: Friend;
  readonly professional: Professional;
  readonly label: Label;
  readonly job: ExportJob;
}

/** So many calls in turn, each with a deadline of its own. */
function inTurn(deadlines: number, call: AnyCall): AnyCall {
  return Object.assign(call, { deadlines });
}

/** Lists that are left early, streams, work of several requests, and what is refused or is not there. */
export function moreCalls({ care, client, friend, professional, label, job }: Hosts): AnyCall[] {
  const attends = (number: number) => ({
    professional: { id: professionalFields(number % 5).id },
    predicate: 'attends' as const,
  });
  return [
    (_, options) => first(care.clients({ limit: 5, prefetch: 2 }, options)),
    (number, options) => first(client(number).diaryEntries({ limit: 2, prefetch: 1 }, options)),
    (_, options) => care.labels({}, options).toArray({ max: 1000 }),
    async (_, options) => first((await job.download(options)).stream(), 3),
    async (_, options) => first(job.rows(options), 2),
    (_, options) => job.refresh(options),
    (_, options) => care.exportJob(job.url, options),
    inTurn(2, async (_, options) => (await care.startExport({ name: 'client' }, options)).cancel(options)),
    (_, options) => care.label({ url: label.url }, options),
    (_, options) => care.ensureLabel(facts.label, options),
    inTurn(2, async (number, options) => (await care.createLabel(`${facts.label} ${number}`, options)).delete(options)),
    (_, options) => friend.tasks({}, options).first(),
    (_, options) => friend.planning(options),
    (_, options) => friend.addTool({ id: facts.id }, options),
    (_, options) => professional.tasks({}, options).first(),
    (number, options) => professional.update({ description: `${facts.description} ${number}` }, options),
    (_, options) => professional.setGroups(['therapists'], options),
    (_, options) => professional.roles(options),
    (_, options) => care.professional({ id: professionalFields(1).id }, options),
    (number, options) =>
      care.updateProfessional({ id: professionalFields(number % 5).id }, { infix: facts.infix }, options),
    (number, options) =>
      care.upsertProfessional(`${facts.colleagueId}/u${number}`, professionalFields(2000 + number), options),
    (number, options) => client(number).syncRelations([attends(number)], options),
    inTurn(2, async (number, options) => (await client(number).relations(options).first())?.delete(options)),
    (number, options) => client(number).diary(options),
    inTurn(2, async (number, options) =>
      (await client(number).diaryEntries({}, options).first())?.update({ note: `${facts.note} ${number}` }, options),
    ),
    (number, options) => client(number).catalogue({ limit: 3 }, options).first(),
    (number, options) => client(number).follow('tasks.items', options),
    (number, options) => client(number).mergeIn({ id: facts.id }, options),
    (_, options) => care.hl7Errors({}, options).first(),
    (_, options) => care.carelinkErrors({}, options).first(),
    (_, options) => care.clientAccessLog({}, options).first(),
    (number, options) => care.open(client(number).url, options),
    // Not there, not right, or not known.
    (_, options) => care.client({ id: facts.id }, options),
    (_, options) => care.request({ url: 'c/items', query: { bsn: facts.bsn, name: facts.lastName } }, options),
    (_, options) => care.request({ method: 'POST', url: `c/${facts.id}/tools`, body: { id: facts.note } }, options),
    (number, options) => care.createClient({ ...clientFields(number), email: facts.email }, options),
    (number, options) => client(number).update({ first_name: [facts.firstName] as unknown as string }, options),
    (_, options) => care.open(`https://elsewhere.example/c/${facts.id}?bsn=${facts.bsn}`, options),
    (number, options) => client(number).follow('later', options),
  ];
}

/** So many of them, of which the rest is left. */
async function first(items: AsyncIterable<unknown>, count = 1): Promise<unknown> {
  let left = count;
  for await (const item of items) if (--left === 0) return item;
  return undefined;
}
