import * as z from 'zod/mini';
import type { Collection } from '../hypermedia/collection.js';
import type { JsonObject } from '../hypermedia/document.js';
import { checkInput, inputError, inputSchema } from '../hypermedia/input.js';
import type { Query } from '../hypermedia/link-target.js';
import type { ListOptions } from '../hypermedia/list.js';
import { Resource, type UpdateOptions } from '../hypermedia/resource.js';
import { resourceSchema } from '../hypermedia/schema.js';
import type { Session } from '../hypermedia/session.js';
import type { RepeatClass } from '../transport/request.js';
import { dateTime, dateTimeInput, formatDateTime } from '../values/date-time.js';
import { isInlineFile } from '../values/file.js';
import { type DiarySchema, diarySchemas } from './diary-schema.js';
import { operations } from './operations.js';
import { landing, reconciled } from './reconcile.js';

/** An entry of a client's diary. Its fields are those of its schema, known only at run time. */
export class DiaryEntry extends Resource<DiaryEntryData> {
  static override readonly type = 'diary/schema/entry#';
  static override readonly schema = resourceSchema<Pick<DiaryEntryData, 'dt'>>({ dt: dateTime });

  /** The schema that came with the list this entry was read from; it may be gone from the diary's configuration. */
  get schema(): DiarySchema | undefined {
    const { listedIn } = this.source;
    return listedIn && diarySchemas(listedIn).find((schema) => schema['@id'] === this.type);
  }

  /** `true` where adding it found the same entry already there, so that nothing was added. */
  get existed(): boolean {
    return this.source.existed === true;
  }

  /** Changes the fields that are named; `dt` and the schema cannot change. One request; last write wins. */
  async update(values: DiaryValues, options: UpdateOptions = {}): Promise<this> {
    return this.patched(entryValues(values, this.schema, 'diary entry'), operations.updateDiaryEntry, options);
  }
}

export interface DiaryEntryData extends DiaryValues {
  readonly dt: Date;
}

/** Values by the field names of the schema. */
export interface DiaryValues {
  readonly [field: string]: unknown;
}

export interface NewDiaryEntry extends DiaryValues {
  /** Cut to whole seconds. */
  readonly dt: Date;
}

export interface DiaryEntryQuery extends ListOptions {
  /** Entries changed after that time. Take it some time before your last reading: it is compared in whole seconds. */
  readonly modifiedAfter?: Date;
}

const modifiedAfterSchema = inputSchema<{ modifiedAfter?: Date }>({ modifiedAfter: z.optional(dateTimeInput) });

export function diaryEntryQuery(modifiedAfter: Date | undefined): Query {
  const checked = checkInput(
    modifiedAfterSchema,
    modifiedAfter === undefined ? {} : { modifiedAfter },
    'diary entries',
  );
  return { modified_after: checked.modifiedAfter as string | undefined };
}

/** The body of a new entry, and whether it may be sent again. */
export function newDiaryEntry(
  schema: DiarySchema | string,
  { dt, ...values }: NewDiaryEntry,
): { body: JsonObject; repeat: RepeatClass } {
  const what = 'new diary entry';
  const { success } = dateTimeInput.safeParse(dt);
  if (!success) throw inputError(what, [{ name: 'dt', message: dt === undefined ? missing : 'Must be a valid Date.' }]);
  const known = typeof schema === 'string' ? undefined : schema;
  const lacking = (known?.fields ?? [])
    .filter((field) => field.required === true && values[field.name] == null)
    .map((field) => ({ name: field.name, message: missing }));
  if (lacking.length > 0) throw inputError(what, lacking);
  const body = {
    '@type': typeof schema === 'string' ? schema : schema['@id'],
    dt: formatDateTime(dt),
    ...entryValues(values, known, what),
  };
  const hasImage = Object.values(values).some(isInlineFile);
  return { body, repeat: hasImage ? operations.addDiaryEntryWithImage : operations.addDiaryEntry };
}

/**
 * Adds an entry, and where its answer is lost looks for one with its time and fields. One with an image is not sent again:
 * whether the platform recognises it is not documented.
 */
export function addedEntry(
  session: Session,
  write: () => Promise<DiaryEntry>,
  entries: () => Collection<DiaryEntry>,
  body: JsonObject,
  signal: AbortSignal | undefined,
): Promise<DiaryEntry> {
  const look = async (since: Date) => {
    for await (const entry of entries()) {
      if (entry.type === body['@type'] && entry.attribute('dt') === body.dt) return landing(entry, body, since);
    }
    return 'absent' as const;
  };
  return reconciled(session, { write, look, unique: false, signal });
}

const missing = 'Required input is missing.';

/**
 * Of a schema that is known, a name that is no field of it is refused: the platform would drop it in silence, as it does
 * with a `dt` that would change.
 */
function entryValues(values: DiaryValues, schema: DiarySchema | undefined, what: string): JsonObject {
  const names = schema?.fields.map((field) => field.name);
  const unknown = Object.keys(values).filter(
    (name) => name === 'dt' || name.startsWith('@') || names?.includes(name) === false,
  );
  if (unknown.length === 0)
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  throw inputError(
    what,
    unknown.map((name) => ({
      name,
      message:
        name === 'dt'
          ? 'Cannot be changed.'
          : `Unknown attribute; the schema has: ${names?.join(', ') ?? 'no such name'}.`,
    })),
  );
}
