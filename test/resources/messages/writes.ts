import type { Application, Client, ExportJob } from 'care-platform';
import {
  baseUrl,
  clientDocument,
  exportJobDocument,
  labelDocument,
  linksTo,
  listDocument,
  namespace,
} from '../../support/documents.js';
import type { Provocations } from '../../support/message-list.js';
import { newClient, newProfessional } from '../../support/people.js';
import { empty, json, lost, type Responder, refusal } from '../../support/platform.js';
import { duplicate, type LostWrites, stored } from '../lost-writes.js';

const entryType = `${namespace}/diary/schema/entry#x:1`;
const withImage = { dt: new Date('2026-03-01T10:00:00Z'), picture: { '@type': 'base64', data: 'AAAA' } };

/** Each reason why a write may have been applied or not. */
export function unknownOutcomes({ platform, lines, connected, finds, created, client }: LostWrites): Provocations {
  const cutOff: Responder = () =>
    new Response('{"first_na', { status: 201, headers: { 'content-type': 'application/json' } });
  const addEntry = async (care: Application) => {
    platform.on('POST', '/c/1/diary/entries', lost);
    platform.on('GET', '/c/1/diary/entries/items', json(listDocument([])));
    return (await client({}, care)).addDiaryEntry(entryType, withImage);
  };
  return {
    'the platform’s clock is unknown': async () => addEntry(await platform.connect()),
    'the deadline is too near': async () => {
      const care = await connected();
      platform.on('POST', '/c', lost);
      return care.createClient(newClient, { deadline: 400 });
    },
    'reading back fails': () => created([lost], [refusal(403)]),
    'reading back finds a client that may be another one': () =>
      created([lost], [finds(stored('2', 1, { gender: 'm' }))]),
    'reading back finds nothing after a 201': () => created([cutOff], [finds()]),
    'a retry is refused': () => created([lost, duplicate], [finds()]),
    'a retry fails otherwise': () => created([lost, refusal(404)], [finds()]),
    'reading back finds nothing, and a retry may do it twice': async () => addEntry(await connected()),
    'reading back finds nothing after the last retry': () => created([lost], [finds()]),
    'a method that reads first': async () => {
      const one = await client({}, await connected({ retry: 0 }));
      platform.on('POST', '/c/1/relations', lost);
      platform.on('GET', '/c/1/relations/items', json(listDocument([])), refusal(403));
      return one.syncRelations([{ professional: { id: 'PRO-7' }, predicate: 'attends' }]);
    },
    'the last one, as a log line': async () => {
      await created([lost], [finds()]);
      return lines.slice(-1);
    },
  };
}

/** What to check after each operation that is not simply sent again. */
export function checks({ platform, client }: LostWrites): Provocations {
  /** What a call says when no POST has a response, and nothing can be read back. */
  const lostResponse = (call: (care: Application, one: Client) => unknown) => async () => {
    const care = await platform.connect({ retry: 0 });
    const links = linksTo({
      activation: '/c/1/activation',
      'diary.entries': '/c/1/diary/entries',
      'diary.entries.items': '/c/1/gone',
      relations: '/c/1/relations',
      'relations.items': '/c/1/gone',
      tools: '/c/1/tools',
      merge: '/c/1/merge',
    });
    const one = await client({ active: false, '@links': links }, care);
    const paths = ['/c', '/p', '/x', '/export', '/export/j1/cancel', '/configuration/labels', '/c/items'];
    const below = ['activation', 'diary/entries', 'relations', 'tools', 'merge'].map((name) => `/c/1/${name}`);
    for (const path of [...paths, ...below]) platform.on('POST', path, lost);
    for (const path of ['/p/items', '/c/1/gone']) platform.on('GET', path, refusal(403));
    return call(care, one);
  };
  return {
    createClient: lostResponse((care) => care.createClient(newClient)),
    createProfessional: lostResponse((care) => care.createProfessional(newProfessional)),
    activate: lostResponse((_care, one) => {
      platform.on('GET', '/c/1', refusal(403));
      return one.activate({ sendEmail: 'no' });
    }),
    addRelation: lostResponse((_care, one) => one.addRelation({ professional: { id: 'PRO-7' }, predicate: 'attends' })),
    addDiaryEntry: lostResponse((_care, one) => one.addDiaryEntry(entryType, withImage)),
    createLabel: lostResponse((care) => care.createLabel('Autumn')),
    addTool: lostResponse((_care, one) => one.addTool({ id: '1' })),
    mergeIn: lostResponse((_care, one) => one.mergeIn({ id: 'EHR-2' })),
    startExport: lostResponse((care) => care.startExport({ name: 'client' })),
    'cancel of an export': lostResponse(async (care) => {
      platform.on('GET', '/export/j1', json(exportJobDocument({}, { cancel: '/export/j1/cancel' })));
      return (await care.exportJob(`${baseUrl}/export/j1`)).cancel();
    }),
    request: lostResponse((care) => care.request({ method: 'POST', url: 'x' })),
  };
}

/** Responses to writes that say more than their status. */
export function refusedWrites({ platform, client }: LostWrites): Provocations {
  return {
    'a label that is stored as another text': async () => {
      platform.on('GET', '/configuration/labels/items', json(listDocument([])));
      platform.on('POST', '/configuration/labels', json(labelDocument('1', { label: 'Autumn' }), 201));
      return (await platform.connect()).ensureLabel('Autumn ');
    },
    'an update that was applied, its response unreadable': async () => {
      platform.on('PATCH', '/c/1', json({ '@type': `${namespace}/client`, first_name: 7 }));
      return (await client()).update({ infix: null });
    },
    'an upsert for a platform that keeps no external ids': async () => {
      const care = await platform.connect();
      platform.on('GET', '/aux/client/id/EHR-2', refusal(404));
      platform.on('POST', '/c', json(clientDocument('2', { id: null }), 201));
      return care.upsertClient('EHR-2', newClient);
    },
    'an upsert whose relation is refused after the client was created': async () => {
      const care = await platform.connect();
      platform.on('GET', '/aux/client/id/EHR-2', refusal(404));
      platform.on('GET', '/configuration/labels/items', json(listDocument([])));
      platform.on('POST', '/configuration/labels', json(labelDocument('l1', { label: 'Autumn' }), 201));
      const links = linksTo({ relations: '/c/2/relations' });
      platform.on('POST', '/c', json(clientDocument('2', { id: 'EHR-2', '@links': links }), 201));
      platform.on('POST', '/c/2/relations', refusal(403));
      const relations = [{ professional: { id: 'PRO-7' }, predicate: 'attends' }] as const;
      return care.upsertClient('EHR-2', { ...newClient, labelTexts: ['Autumn'], relations });
    },
    'an upsert whose activation is refused after the fields were changed': async () => {
      const care = await platform.connect();
      const links = linksTo({ activation: '/c/2/activation' });
      const stored = clientDocument('2', { id: 'EHR-2', active: false, '@links': links });
      platform.on('GET', '/aux/client/id/EHR-2', json(stored));
      platform.on('PATCH', '/c/2', empty());
      platform.on('POST', '/c/2/activation', refusal(403));
      return care.upsertClient('EHR-2', { ...newClient, infix: 'geheim', active: true }, { updateActive: true });
    },
    'labels that are refused after one was created': async () => {
      const one = await client();
      platform.on('GET', '/configuration/labels/items', json(listDocument([])));
      const created = json(labelDocument('l1', { label: 'Autumn' }), 201);
      platform.on('POST', '/configuration/labels', created, refusal(403));
      return one.setLabels(['Autumn', 'Winter']);
    },
  };
}

/** What a job says about its state. */
export function exportJobs({ platform }: LostWrites): Provocations {
  const job = async (fields: object = {}, links: Record<string, string> = {}): Promise<ExportJob> => {
    platform.on('GET', '/export/j1', json(exportJobDocument({ state: 'queued', ...fields }, links)));
    return (await platform.connect()).exportJob(`${baseUrl}/export/j1`);
  };
  const cancelled = async (status: number) => {
    const pending = await job({}, { cancel: '/export/j1/cancel' });
    platform.on('POST', '/export/j1/cancel', refusal(status));
    return pending.cancel();
  };
  return {
    'a failed export': async () =>
      (await job({ state: 'failed', error: { message: 'Too big.', extra: null } })).waitForCompletion(),
    'a cancelled export': async () => (await job({ state: 'cancelled' })).waitForCompletion(),
    'an export that takes longer than the timeout': async () =>
      (await job()).waitForCompletion({ timeout: 40, interval: 1 }),
    'rows of a new export whose job fails': async () => {
      const failed = exportJobDocument({ state: 'failed', error: { message: 'Too big.', extra: null } });
      platform.on('POST', '/export', json(failed, 201));
      return (await platform.connect()).exportRows({ name: 'client' }).next();
    },
    'a download that the job does not offer yet': async () =>
      (await job({}, { cancel: '/export/j1/cancel' })).download(),
    'a 401 for the cancellation': () => cancelled(401),
    'a 403 for the cancellation': () => cancelled(403),
    'rows of a workbook': async () => (await job({ options: { name: 'client', output_format: 'xlsx' } })).rows().next(),
    'rows of a file that cannot be unpacked': async () => {
      const packed = { headers: { 'content-type': 'text/csv' } };
      platform.on('GET', '/export/j1/download', () => new Response(Uint8Array.of(0x1f, 0x8b, 8, 0, 1), packed));
      return (await job({ state: 'ready' }, { download: '/export/j1/download' })).rows().next();
    },
    'rows of a ZIP file': async () =>
      (await job({ options: { name: 'client', output_format: 'csv', allow_files: true } })).rows().next(),
  };
}
