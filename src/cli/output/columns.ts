import { type Document, fieldNames } from './fields.js';

/** The fields of a table for people, by the kind of resource. All others show with --fields, --csv and --json. */
const columnsOfKinds: Readonly<Record<string, readonly string[]>> = {
  client: ['id', 'name', 'email', 'active'],
  friend: ['name', 'email', 'active', '@url'],
  professional: ['id', 'name', 'email', 'active'],
  'configuration/label': ['identifier', 'label'],
  relation: ['predicate', 'client.id', 'professional.id'],
  task: ['title', 'message', 'url'],
  todo: ['eta', 'title', 'topic', 'visible'],
  'conversation/api': ['last_activity', 'subject', 'unread', 'participants'],
  'catalogue/item': ['id', 'content_type', 'lang', 'title'],
  'export/job': ['created', 'state', 'description', 'filename', '@url'],
};

/** The columns of a list, made from its first items. Items of several kinds get a column that says which. */
export function columnsFor(documents: readonly Document[]): readonly string[] {
  const kinds = new Set(documents.map((document) => document['@type']));
  const columns = new Set(kinds.size > 1 ? ['@type'] : []);
  for (const document of documents) {
    const type = String(document['@type'] ?? '');
    const [, known] = Object.entries(columnsOfKinds).find(([kind]) => type.endsWith(`/${kind}`)) ?? [];
    for (const name of known ?? fieldNames([document])) columns.add(name);
  }
  return [...columns];
}
