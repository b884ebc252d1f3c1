import { InputError, type Problem } from '../../errors.js';
import { isJsonObject, type JsonObject } from '../../hypermedia/document.js';
import { checkObject, cloneInput, inputErrorOf, missingMessage } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { Session } from '../../hypermedia/session.js';
import { isDate } from '../../runtime/shape.js';
import type { Operation } from '../../transport/request.js';
import { dateTimeInput, formatDateTime } from '../../values/date-time.js';
import { isInlineFile } from '../../values/file.js';
import { isFileBytes } from '../../values/file-bytes.js';
import { inlineFile } from '../../values/inline-file.js';
import { operations } from '../writes/operations.js';
import { reconcile } from '../writes/reconcile.js';
import { verifyAmong } from '../writes/verification.js';
import { type DiarySchema, type DiaryValues, fixedTime } from './diary-schema.js';
import { rememberSchema } from './diary-schemas.js';

/** An entry to add: its time, and the fields of its schema. */
export interface NewDiaryEntry extends DiaryValues {
  /** Time of the event. It is truncated to whole seconds. */
  readonly dt: Date;
}

/** An entry to add, and the steps to send it and to find it. */
export interface EntryAddition<Entry> {
  readonly session: Session;
  /** A schema that was read, or its `@id`. With an `@id`, only the platform checks the fields. */
  readonly schema: DiarySchema | string;
  readonly values: NewDiaryEntry;
  readonly options: RequestOptions;
  write(body: JsonObject, operation: Operation, options: RequestOptions): Promise<Entry>;
  entries(query: { readonly modifiedAfter?: Date }, options: RequestOptions): Collection<Entry>;
}

/** Maximum difference between the platform's clocks, in milliseconds. */
const maxClockDifference = 60_000;

/**
 * Checks and adds an entry. After a lost response, it looks for an entry with the same time and fields. An entry with an
 * image is not sent again: it is not documented whether the platform recognises it.
 */
export async function addEntry<Entry extends Resource<unknown> & { withSchema(schema: DiarySchema): Entry }>(
  addition: EntryAddition<Entry>,
): Promise<Entry> {
  const { session, schema, write, entries } = addition;
  const options = session.begin(addition.options);
  const body = await entryBody({ schema, values: cloneInput(addition.values) });
  const sent: JsonObject = { ...body, ...options.extra?.body };
  const hasImage = Object.values(sent).flat(Number.POSITIVE_INFINITY).some(isInlineFile);
  const operation = hasImage ? operations.addDiaryEntryWithImage : operations.addDiaryEntry;
  const entry = await reconcile<Entry>(session, options, {
    write: (request) => write(body, operation, request),
    readBack(since, request) {
      // An entry that changed long before is not ours. Without this bound, a long diary would be read completely.
      const query = since === undefined ? {} : { modifiedAfter: new Date(since.getTime() - maxClockDifference) };
      return verifyAmong(entriesAt(entries(query, request), sent), sent, since);
    },
    unique: false,
  });
  if (typeof schema === 'string') return entry;
  // Not before: it may be the schema of an old form, which the platform has refused.
  rememberSchema(session, schema);
  return entry.withSchema(schema);
}

/** The entries with the schema and time that were sent. */
async function* entriesAt<Entry extends Resource<unknown>>(
  entries: AsyncIterable<Entry>,
  { '@type': type, dt }: JsonObject,
): AsyncGenerator<Entry, void> {
  for await (const entry of entries) if (entry.type === type && entry.attribute('dt') === dt) yield entry;
}

async function entryBody({ schema, values }: Pick<EntryAddition<unknown>, 'schema' | 'values'>): Promise<JsonObject> {
  if (typeof schema === 'string' ? schema === '' : typeof schema?.validate !== 'function') {
    throw inputErrorOf('new diary entry', [
      { name: 'schema', message: 'Must be a schema of `diarySchemas()`, or its id.', code: 'wrong-type' },
    ]);
  }
  // Missing values are reported as a missing `dt`.
  if (values !== undefined) checkObject(values, 'new diary entry');
  const { dt, ...fields } = values ?? {};
  const problems: Problem[] = [];
  if (!dateTimeInput.safeParse(dt).success) {
    problems.push(
      dt === undefined
        ? { name: 'dt', message: missingMessage, code: 'required' }
        : { name: 'dt', message: 'Must be a valid Date.', code: 'wrong-type' },
    );
  }
  problems.push(...(typeof schema === 'string' ? metaProblems(fields) : schema.validate(fields)));
  if (problems.length > 0) throw inputErrorOf('new diary entry', problems);
  const type = typeof schema === 'string' ? schema : schema['@id'];
  return { '@type': type, dt: formatDateTime(dt), ...(await wireValues(fields)) };
}

/** The body of an update. It is checked if the schema is known. */
export async function entryChanges(given: DiaryValues, schema: DiarySchema | undefined): Promise<JsonObject> {
  const values = cloneInput(given);
  const problems = schema === undefined ? metaProblems(values) : schema.validate(values, { changes: true });
  if (problems.length > 0) throw inputErrorOf('diary entry', problems);
  return wireValues(values);
}

/** Names that are never fields, with any schema: the platform would silently drop them. */
function metaProblems(values: DiaryValues): Problem[] {
  if (!isJsonObject(values)) return [{ name: '(whole)', message: 'Must be an object.', code: 'wrong-type' }];
  const meta = Object.keys(values).filter((name) => name === 'dt' || name.startsWith('@'));
  return meta.map((name) =>
    name === 'dt' ? fixedTime : { name, message: 'Unknown attribute.', code: 'unknown-field' },
  );
}

function wireDate(name: string, date: Date): string {
  if (Number.isNaN(date.getTime())) throw InputError.of('diary entry', name, 'Must be a valid Date.', 'wrong-type');
  return formatDateTime(date);
}

async function wireValues(values: DiaryValues): Promise<JsonObject> {
  const sent: [string, unknown][] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) sent.push([name, await wireValue(name, value)]);
  }
  return Object.fromEntries(sent);
}

/** Converts bytes to inline files and dates to the platform's format, also in lists: JSON would write both differently. */
async function wireValue(name: string, value: unknown): Promise<unknown> {
  if (isFileBytes(value)) return inlineFile(value);
  if (!Array.isArray(value)) return isDate(value) ? wireDate(name, value) : value;
  const items: unknown[] = [];
  // One at a time: base 64 of many large files takes much memory already.
  for (const [index, item] of value.entries()) items.push(await wireValue(`${name}.${index}`, item));
  return items;
}
