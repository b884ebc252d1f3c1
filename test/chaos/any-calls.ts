import { hosts } from './client-writes.js';
import { type AnyCall, moreCalls } from './compound-calls.js';
import { clientFields, facts, photo, professionalFields } from './facts.js';
import type { Platform } from './platform.js';

/** Calls of every kind there is, of an application and clients that were read while all was well. */
export async function anyCalls(platform: Platform): Promise<[AnyCall, ...AnyCall[]]> {
  const { sandbox, care } = platform;
  const clients = await hosts(platform, 20);
  const [first] = clients;
  if (first === undefined) throw new Error('There are no clients.');
  const client = (number: number) => clients[number % clients.length] ?? first;
  for (let number = 0; number < 5; number++) sandbox.control.addProfessional(professionalFields(number));
  const professional = await care.professional({ id: professionalFields(0).id });
  const schema = (await first.diarySchemas()).find(({ fields }) => fields.some(({ type }) => type === 'image'));
  const label = await care.createLabel(facts.label);
  const job = await (await care.startExport({ name: 'client', output_format: 'csv' })).waitForCompletion({
    interval: 30,
  });
  const content = await care.catalogue({ limit: 1 }).first();
  if (schema === undefined || content === undefined) throw new Error('The sandbox is not as expected.');
  const entry = (number: number, more = {}) => ({
    ...{ dt: new Date(Date.UTC(2026, 1, 1, 8, 0, number)), mood: 'bad', tension: 9, note: facts.note },
    ...more,
  });
  const next = (number: number) => 1000 + number;
  const [{ path } = { path: '' }] = sandbox.control.users('friend');
  const friend = await care.friend({ url: `${platform.server.baseUrl}${path}` });

  return [
    (_, options) => care.refresh(options),
    (number, options) => care.client({ id: client(number).data.id ?? 'EHR-1042' }, options),
    (number, options) => client(number).refresh(options),
    (_, options) => care.clients({ limit: 10 }, options).first(),
    (number, options) => care.searchClients({ email: client(number).data.email }, options).first(),
    (_, options) => care.professionals({}, options).first(),
    (_, options) => professional.groups(options),
    (_, options) => care.catalogue({ limit: 5 }, options).first(),
    (_, options) => care.labels({}, options).first(),
    (_, options) => care.exports({ limit: 5 }, options).first(),
    (_, options) => care.changes({ type: 'tasks', since: new Date('2026-03-02T08:00:00Z') }, options).first(),
    (_, options) => care.apiErrors({}, options).first(),
    (number, options) => client(number).tasks({}, options).first(),
    (number, options) => client(number).planning(options),
    (number, options) => client(number).plannedEvents({ after: '2026-03-01', before: '2026-03-09' }, options).first(),
    (number, options) => client(number).calendar(options),
    (number, options) => client(number).conversations({}, options).first(),
    (number, options) => client(number).diaryEntries({}, options).first(),
    (number, options) => client(number).diarySchemas(options),
    (number, options) => client(number).relations(options).first(),
    async (_, options) => (await job.download(options)).text(),
    (number, options) => care.createClient(clientFields(next(number)), options),
    (number, options) => care.createProfessional(professionalFields(next(number)), options),
    (number, options) =>
      care.upsertClient(`${facts.id}/u${number}`, { ...clientFields(next(number)), bsn: null }, options),
    (number, options) => client(number).update({ phone_number: facts.phone }, options),
    (number, options) => care.updateClient({ id: client(number).data.id ?? 'EHR-1042' }, { infix: null }, options),
    (number, options) => client(number).addDiaryEntry(schema, entry(number), options),
    (number, options) => client(number).addDiaryEntry(schema, entry(number, { photo }), options),
    (number, options) =>
      client(number).addRelation(
        { professional: { id: professionalFields(number % 5).id }, predicate: 'attends' },
        options,
      ),
    (number, options) => client(number).activate({ sendEmail: 'no' }, options),
    (number, options) => client(number).deactivate({ sendEmail: 'no' }, options),
    (number, options) => care.createLabel(`${facts.label} ${number}`, options),
    (number, options) => label.rename(`${facts.label} ${number}`, options),
    (_, options) => care.startExport({ name: 'client' }, options),
    (number, options) => client(number).addTool({ id: content.data.id }, options),
    (_, options) => care.request({ method: 'GET', url: 'configuration/labels/items' }, options),
    ...moreCalls({ care, client, friend, professional, label, job }),
  ];
}
