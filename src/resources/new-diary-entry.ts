import type { Problem } from '../errors.js';
import type { Collection } from '../hypermedia/collection.js';
import type { JsonObject } from '../hypermedia/document.js';
import { inputError } from '../hypermedia/input.js';
import type { Session } from '../hypermedia/session.js';
import type { RepeatClass } from '../transport/request.js';
import { dateTimeInput, formatDateTime } from '../values/date-time.js';
import { inlineFile, isInlineFile } from '../values/file.js';
import { isFileBytes } from '../values/file-bytes.js';
import type { DiaryEntry } from './diary-entry.js';
import { missing } from './diary-field.js';
import type { DiarySchema, DiaryValues } from './diary-schema.js';
import { rememberSchema } from './diary-schemas.js';
import { operations } from './operations.js';
import { landing, reconciled } from './reconcile.js';

export interface NewDiaryEntry extends DiaryValues {
  /** Cut to whole seconds. */
  readonly dt: Date;
}

/** How an entry is sent, and where it would be found. */
export interface EntryAddition {
  readonly session: Session;
  /** A schema that was read, or its `@id`: then the platform alone checks the fields. */
  readonly schema: DiarySchema | string;
  readonly values: NewDiaryEntry;
  readonly signal: AbortSignal | undefined;
  write(body: JsonObject, repeat: RepeatClass): Promise<DiaryEntry>;
  entries(): Collection<DiaryEntry>;
}

/**
 * Adds an entry that was checked before, and where its answer is lost looks for one with its time and fields. One with an
 * image is not sent again: whether the platform recognises it is not documented.
 */
export async function addedEntry(addition: EntryAddition): Promise<DiaryEntry> {
  const { session, schema, write, entries, signal } = addition;
  const body = await entryBody(addition);
  if (typeof schema !== 'string') rememberSchema(session, schema);
  const hasImage = Object.values(body).some(isInlineFile);
  const repeat = hasImage ? operations.addDiaryEntryWithImage : operations.addDiaryEntry;
  const look = async (since: Date) => {
    for await (const entry of entries()) {
      if (entry.type === body['@type'] && entry.attribute('dt') === body.dt) return landing(entry, body, since);
    }
    return 'absent' as const;
  };
  return reconciled(session, { write: () => write(body, repeat), look, unique: false, signal });
}

async function entryBody({ schema, values }: EntryAddition): Promise<JsonObject> {
  const { dt, ...fields } = values;
  const problems: Problem[] = [];
  if (!dateTimeInput.safeParse(dt).success) {
    problems.push({ name: 'dt', message: dt === undefined ? missing : 'Must be a valid Date.' });
  }
  problems.push(...(typeof schema === 'string' ? metaProblems(fields) : schema.validate(fields)));
  if (problems.length > 0) throw inputError('new diary entry', problems);
  const type = typeof schema === 'string' ? schema : schema['@id'];
  return { '@type': type, dt: formatDateTime(dt), ...(await wireValues(fields)) };
}

/** The body of an update, checked where the schema is known. */
export async function changedEntry(values: DiaryValues, schema: DiarySchema | undefined): Promise<JsonObject> {
  const problems = schema === undefined ? metaProblems(values) : schema.validate(values, { changes: true });
  if (problems.length > 0) throw inputError('diary entry', problems);
  return wireValues(values);
}

/** Whatever the schema, these are no fields: the platform would drop them in silence. */
function metaProblems(values: DiaryValues): Problem[] {
  const meta = Object.keys(values).filter((name) => name === 'dt' || name.startsWith('@'));
  return meta.map((name) => ({ name, message: name === 'dt' ? 'Cannot be changed.' : 'Unknown attribute.' }));
}

/** Bytes are sent as an inline file, and a date as the platform writes dates; JSON would make other things of both. */
async function wireValues(values: DiaryValues): Promise<JsonObject> {
  const sent: [string, unknown][] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (isFileBytes(value)) sent.push([name, await inlineFile(value)]);
    else sent.push([name, value instanceof Date ? formatDateTime(value) : value]);
  }
  return Object.fromEntries(sent);
}
