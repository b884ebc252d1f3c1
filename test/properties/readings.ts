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

/** A call that reads one kind of answer, and what becomes of a valid one. */
export interface Reading {
  /** Names the document of `validDocuments` that answers it. */
  readonly answer: string;
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

/** Every kind of answer, each read by the methods that ask for it. */
export const readings: readonly Reading[] = [
  { answer: 'client', gives: Client, read: (care) => care.client({ id: 'EHR-1' }) },
  { answer: 'client', gives: Client, read: (care) => care.createClient({ ...somebody, gender: 'f' }) },
  { answer: 'client', gives: Client, read: async (care) => (await client(care)).update({ infix: null }) },
  { answer: 'client', gives: Client, read: async (care) => (await client(care)).refresh() },
  { answer: 'clients', gives: Client, read: (care) => care.clients({ limit: 3 }) },
  { answer: 'clients', gives: Client, read: (care) => care.searchClients({ email: somebody.email, limit: 3 }) },
  { answer: 'friend', gives: Friend, read: (care) => care.friend({ url: `${baseUrl}/c/2` }) },
  { answer: 'professional', gives: Professional, read: (care) => care.professional({ id: 'PRO-1' }) },
  { answer: 'professional', gives: Professional, read: (care) => care.createProfessional(somebody) },
  { answer: 'professionals', gives: Professional, read: (care) => care.professionals() },
  { answer: 'groups', gives: Groups, read: async (care) => (await professional(care)).groups() },
  { answer: 'roles', gives: Roles, read: async (care) => (await professional(care)).roles() },
  { answer: 'label', gives: Label, read: (care) => care.label({ identifier: 'x' }) },
  { answer: 'label', gives: Label, read: (care) => care.createLabel('Nieuw') },
  { answer: 'labels', gives: Label, read: (care) => care.labels() },
  { answer: 'relation', gives: Relation, read: (care) => care.open(`${baseUrl}/c/1/relations/1`) },
  { answer: 'relations', gives: Relation, read: async (care) => (await client(care)).relations() },
  { answer: 'diary', gives: Diary, read: async (care) => (await client(care)).diary() },
  { answer: 'diary configuration', gives: DiarySchema, read: async (care) => (await client(care)).diarySchemas() },
  { answer: 'diary entry', gives: DiaryEntry, read: (care) => care.open(`${baseUrl}/c/1/diary/entries/1`) },
  {
    answer: 'diary entry',
    gives: DiaryEntry,
    read: async (care) => (await client(care)).addDiaryEntry('schema', { dt: since, mood: 'good' }),
  },
  { answer: 'diary entries', gives: DiaryEntry, read: async (care) => (await client(care)).diaryEntries({ limit: 3 }) },
  { answer: 'catalogue', gives: CatalogueItem, read: (care) => care.catalogue({ limit: 3 }) },
  { answer: 'catalogue', gives: CatalogueItem, read: async (care) => (await friend(care)).catalogue({ limit: 3 }) },
  { answer: 'tool', gives: Tool, read: async (care) => (await client(care)).addTool({ id: 'x' }) },
  { answer: 'task', gives: Task, read: (care) => care.open(`${baseUrl}/c/1/tasks/1`) },
  { answer: 'tasks', gives: Task, read: async (care) => (await friend(care)).tasks() },
  { answer: 'planning', gives: Planning, read: async (care) => (await client(care)).planning() },
  { answer: 'planned events', gives: PlannedEvent, read: async (care) => (await friend(care)).plannedEvents(period) },
  { answer: 'conversations', gives: Conversation, read: async (care) => (await client(care)).conversations() },
  { answer: 'export job', gives: ExportJob, read: (care) => care.exportJob(`${baseUrl}/export/1`) },
  { answer: 'export job', gives: ExportJob, read: (care) => care.startExport({ name: 'client' }) },
  { answer: 'export jobs', gives: ExportJob, read: (care) => care.exports({ limit: 3 }) },
  { answer: 'tasks changes', gives: TasksChange, read: (care) => care.changes({ type: 'tasks', since }) },
  {
    answer: 'conversations changes',
    gives: ConversationsChange,
    read: (care) => care.changes({ type: 'conversations', since }),
  },
  { answer: 'API errors', gives: Resource, read: (care) => care.apiErrors() },
  { answer: 'care integration errors', gives: Resource, read: (care) => care.carelinkErrors() },
  { answer: 'HL7 errors', gives: Resource, read: (care) => care.hl7Errors() },
  { answer: 'access log', gives: Resource, read: (care) => care.clientAccessLog() },
];
