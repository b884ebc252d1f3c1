import {
  type Application,
  CatalogueItem,
  Client,
  Conversation,
  ConversationsChange,
  Diary,
  DiaryEntry,
  DiarySchema,
  ExportJob,
  Friend,
  Groups,
  Label,
  PlannedEvent,
  Planning,
  Professional,
  Relation,
  Resource,
  Roles,
  Task,
  TasksChange,
  Tool,
} from 'care-platform';
import { baseUrl, type Document } from '../support/documents.js';

/** A call that reads one kind of response, and what becomes of a valid one. */
export interface Reading {
  /** Names the document of `validDocuments` that is its response. */
  readonly response: string;
  /** The class of what it gives, or of the items of the list. */
  readonly gives: abstract new (
    ...given: never[]
  ) => unknown;
  read(care: Application): unknown;
}

/** Whose documents are not changed: what is asked of them is. */
const hostPlace = `${baseUrl}/host`;
const client = (care: Application) => care.client({ url: `${hostPlace}/client` });
const friend = (care: Application) => care.friend({ url: `${hostPlace}/friend` });
const professional = (care: Application) => care.professional({ url: `${hostPlace}/professional` });

/** The document of a host, where the URL is one's. */
export function hostAt({ href }: URL, valid: ReadonlyMap<string, Document>): Document | undefined {
  return href.startsWith(`${hostPlace}/`) ? valid.get(href.slice(hostPlace.length + 1)) : undefined;
}

const somebody = { first_name: 'Noor', last_name: 'Wit', email: 'noor@example.org', active: true } as const;
const period = { after: '2026-03-01', before: '2026-03-09' } as const;
const since = new Date('2026-03-02T08:00:00Z');

/** Every kind of response, each read by the methods that ask for it. */
export const readings: readonly Reading[] = [
  { response: 'client', gives: Client, read: (care) => care.client({ id: 'EHR-1' }) },
  { response: 'client', gives: Client, read: (care) => care.createClient({ ...somebody, gender: 'f' }) },
  { response: 'client', gives: Client, read: async (care) => (await client(care)).update({ infix: null }) },
  { response: 'client', gives: Client, read: async (care) => (await client(care)).refresh() },
  { response: 'clients', gives: Client, read: (care) => care.clients({ limit: 3 }) },
  { response: 'clients', gives: Client, read: (care) => care.searchClients({ email: somebody.email, limit: 3 }) },
  { response: 'friend', gives: Friend, read: (care) => care.friend({ url: `${baseUrl}/c/2` }) },
  { response: 'professional', gives: Professional, read: (care) => care.professional({ id: 'PRO-1' }) },
  { response: 'professional', gives: Professional, read: (care) => care.createProfessional(somebody) },
  { response: 'professionals', gives: Professional, read: (care) => care.professionals() },
  { response: 'groups', gives: Groups, read: async (care) => (await professional(care)).groups() },
  { response: 'roles', gives: Roles, read: async (care) => (await professional(care)).roles() },
  { response: 'label', gives: Label, read: (care) => care.label({ identifier: 'x' }) },
  { response: 'label', gives: Label, read: (care) => care.createLabel('Nieuw') },
  { response: 'labels', gives: Label, read: (care) => care.labels() },
  { response: 'relation', gives: Relation, read: (care) => care.open(`${baseUrl}/c/1/relations/1`) },
  { response: 'relations', gives: Relation, read: async (care) => (await client(care)).relations() },
  { response: 'diary', gives: Diary, read: async (care) => (await client(care)).diary() },
  { response: 'diary configuration', gives: DiarySchema, read: async (care) => (await client(care)).diarySchemas() },
  { response: 'diary entry', gives: DiaryEntry, read: (care) => care.open(`${baseUrl}/c/1/diary/entries/1`) },
  {
    response: 'diary entry',
    gives: DiaryEntry,
    read: async (care) => (await client(care)).addDiaryEntry('schema', { dt: since, mood: 'good' }),
  },
  {
    response: 'diary entries',
    gives: DiaryEntry,
    read: async (care) => (await client(care)).diaryEntries({ limit: 3 }),
  },
  { response: 'catalogue', gives: CatalogueItem, read: (care) => care.catalogue({ limit: 3 }) },
  { response: 'catalogue', gives: CatalogueItem, read: async (care) => (await friend(care)).catalogue({ limit: 3 }) },
  { response: 'tool', gives: Tool, read: async (care) => (await client(care)).addTool({ id: 'x' }) },
  { response: 'task', gives: Task, read: (care) => care.open(`${baseUrl}/c/1/tasks/1`) },
  { response: 'tasks', gives: Task, read: async (care) => (await friend(care)).tasks() },
  { response: 'planning', gives: Planning, read: async (care) => (await client(care)).planning() },
  { response: 'planned events', gives: PlannedEvent, read: async (care) => (await friend(care)).plannedEvents(period) },
  { response: 'conversations', gives: Conversation, read: async (care) => (await client(care)).conversations() },
  { response: 'export job', gives: ExportJob, read: (care) => care.exportJob(`${baseUrl}/export/1`) },
  { response: 'export job', gives: ExportJob, read: (care) => care.startExport({ name: 'client' }) },
  { response: 'export jobs', gives: ExportJob, read: (care) => care.exports({ limit: 3 }) },
  { response: 'tasks changes', gives: TasksChange, read: (care) => care.changes({ type: 'tasks', since }) },
  {
    response: 'conversations changes',
    gives: ConversationsChange,
    read: (care) => care.changes({ type: 'conversations', since }),
  },
  { response: 'API errors', gives: Resource, read: (care) => care.apiErrors() },
  { response: 'care integration errors', gives: Resource, read: (care) => care.carelinkErrors() },
  { response: 'HL7 errors', gives: Resource, read: (care) => care.hl7Errors() },
  { response: 'access log', gives: Resource, read: (care) => care.clientAccessLog() },
];
