import { InputError, type Problem, type ProblemCode } from '../../errors.js';
import { shapeOf } from '../../runtime/shape.js';
import { aBoolean, aText, optionCheck, takeOptions } from '../../values/options.js';
import type { DiaryValues } from './diary-entry-schema.js';
import { choicesOf, type DiaryField } from './diary-field.js';
import { instantOfLocal } from './zone-time.js';

/** A `FormData`, a `URLSearchParams`, or their entries. */
export type FormEntries = Iterable<readonly [name: string, value: string | Blob]>;

/** How a form is read. */
export interface DiaryFormOptions {
  /**
   * Olson name of the zone of times without a zone, such as those of `<input type="datetime-local">`. Needed only for them. The
   * zone of this machine is not used, since it is seldom that of the writer.
   */
  readonly zone?: string | undefined;
  /**
   * The form changes an entry: an empty text resets its field, and `dt` cannot change. A file control without a file changes
   * nothing, since a browser cannot show the stored file in it. An empty text of the same name resets the file. Default: `false`.
   */
  readonly changes?: boolean | undefined;
  /** Names in the form that are no fields, such as `csrf`. Any other unknown name is a problem. */
  readonly ignore?: readonly string[] | undefined;
}

/** The content of a form. */
export interface DiaryForm {
  /** For `addDiaryEntry`, or for `update`. `dt` is there if the form has it. */
  readonly values: DiaryValues & { readonly dt?: Date };
  /** What cannot be read, and what `validate` reports. Empty if the values can be sent. */
  readonly problems: readonly Problem[];
}

type FormValue = string | Blob;

/** Why a value cannot be read. */
class Unreadable {
  readonly message: string;
  readonly code: ProblemCode;

  constructor(message: string, code: ProblemCode = 'wrong-type') {
    this.message = message;
    this.code = code;
  }
}

const texts = optionCheck(
  'a list of names',
  (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
);

/** @param validate the problems of the values that could be read */
export function readForm(
  form: FormEntries,
  fields: readonly DiaryField[],
  given: DiaryFormOptions,
  validate: (values: DiaryValues) => readonly Problem[],
): DiaryForm {
  const options = takeOptions('diary form', given, { zone: aText, changes: aBoolean, ignore: texts });
  const entries = groupByName(form);
  const values: [string, unknown][] = [];
  const problems: Problem[] = [];
  const read = (name: string, readValue: (given: readonly FormValue[]) => unknown) => {
    const found = entries.get(name);
    entries.delete(name);
    if (found === undefined) return;
    const filled = found.filter((value) => !isEmpty(value));
    const isReset = options.changes === true && found.includes('');
    const value = filled.length > 0 ? readValue(filled) : isReset ? null : undefined;
    if (value instanceof Unreadable) problems.push({ name, ...value });
    else if (value !== undefined) values.push([name, value]);
  };

  for (const field of fields) read(field.name, (found) => readField(field, found, options));
  const fieldValues = Object.fromEntries(values);
  const time: [string, unknown][] = [];
  if (options.changes !== true && entries.has('dt')) {
    values.length = 0;
    read('dt', (found) => readOne(found, (text) => readTime(text, options)));
    time.push(...values);
  }
  for (const name of entries.keys()) {
    // Next.js adds such names to the form of a server action.
    if (options.ignore?.includes(name) || name.startsWith('$ACTION_')) continue;
    problems.push(
      name === 'dt'
        ? { name, message: 'Cannot be changed.', code: 'read-only' }
        : {
            name,
            message: 'Is no field of this diary. Names that are none belong in `ignore`.',
            code: 'unknown-field',
          },
    );
  }
  const unreadable = new Set(problems.map(({ name }) => name));
  const names = new Set(fields.map(({ name }) => name));
  // A problem can be of a part of a field, such as `photo.data`. But the name of a field can have a dot too.
  const fieldOf = (name: string) => (names.has(name) ? name : (name.split('.')[0] ?? name));
  problems.push(...validate(fieldValues).filter(({ name }) => !unreadable.has(fieldOf(name))));
  return { values: { ...fieldValues, ...Object.fromEntries(time) }, problems };
}

function groupByName(form: FormEntries): Map<string, FormValue[]> {
  const entries = new Map<string, FormValue[]>();
  const isForm = typeof form === 'object' && form !== null && Symbol.iterator in form;
  for (const entry of isForm ? form : [undefined]) {
    const [name, value]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof name !== 'string' || !isFormValue(value)) {
      throw InputError.of('diary form', 'form', 'Must be a FormData or a URLSearchParams.', 'wrong-type');
    }
    const values = entries.get(name) ?? [];
    entries.set(name, values);
    values.push(value);
  }
  return entries;
}

function isFormValue(value: unknown): value is FormValue {
  return typeof value === 'string' || /^(?:Blob|File)$/.test(shapeOf(value));
}

/** The names of an empty file if no file was chosen. The others come from a server action of Next.js, whose parser drops ''. */
const namesOfNoFile = new Set<unknown>(['', 'blob', 'undefined']);

function isEmpty(value: FormValue): boolean {
  return typeof value === 'string' ? value === '' : value.size === 0 && namesOfNoFile.has(Reflect.get(value, 'name'));
}

function readField(field: DiaryField, found: readonly FormValue[], options: DiaryFormOptions): unknown {
  const type = field.type.toLowerCase();
  if (type === 'text' || type === 'choice') return readOne(found, (text) => text);
  if (type === 'integer') return readOne(found, (text) => readNumber(text, /^[+-]?\d+$/, 'Must be a whole number.'));
  if (type === 'image') return readFile(found);
  return readUnknownType(type, field, found, options);
}

/** For a field type that this package does not know, its name says how to read it. Otherwise the texts are sent. */
function readUnknownType(
  type: string,
  field: DiaryField,
  found: readonly FormValue[],
  options: DiaryFormOptions,
): unknown {
  const known = new Set(choicesOf(field).map(({ value }) => value));
  if (known.size > 0 && !found.every((value) => known.has(value as string))) {
    return new Unreadable('Unknown value.', 'unknown-value');
  }
  if (known.size > 0) return found.length > 1 || /choices|multi|list|checkboxes/.test(type) ? found : found[0];
  if (/bool|checkbox/.test(type)) return readOne(found.slice(-1), readBoolean);
  if (/^(?:number|decimal|float)/.test(type)) {
    return readOne(found, (text) => readNumber(text, /^[+-]?(?:\d+\.?\d*|\.\d+)$/, 'Must be a number.'));
  }
  if (/date.*time|timestamp/.test(type)) return readOne(found, (text) => readTime(text, options));
  if (type === 'date') return readOne(found, readDate);
  if (/file|picture|photo/.test(type)) return readFile(found);
  return found.length > 1 || /choices|multi|list/.test(type) ? found : found[0];
}

function readOne(found: readonly FormValue[], read: (text: string) => unknown): unknown {
  const [value, ...others] = new Set(found);
  if (others.length > 0) return new Unreadable('Takes one value.');
  return typeof value === 'string' ? read(value) : new Unreadable('Must be a text, not a file.');
}

function readFile([file, ...others]: readonly FormValue[]): unknown {
  if (others.length > 0) return new Unreadable('Takes one file.');
  if (typeof file !== 'string') return file;
  return new Unreadable('Must be a file. A form sends files only as multipart/form-data.');
}

function readNumber(text: string, form: RegExp, message: string): unknown {
  const trimmed = text.trim();
  return form.test(trimmed) ? Number(trimmed) : new Unreadable(message);
}

/** A checkbox sends `on`, and nothing if it is not checked. A hidden control before it can send `false`. */
function readBoolean(text: string): unknown {
  if (/^(?:on|true|1|yes)$/i.test(text)) return true;
  return /^(?:off|false|0|no)$/i.test(text) ? false : new Unreadable('Must be true or false.');
}

function readDate(text: string): unknown {
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && new Date(time || 0).toISOString().startsWith(text);
  return isDate ? text : new Unreadable('Not a date (yyyy-mm-dd).', 'invalid-format');
}

const timeForm = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;

function readTime(text: string, { zone }: DiaryFormOptions): unknown {
  const [, date = '', minutes, seconds = ':00', offset] = timeForm.exec(text) ?? [];
  const time = Date.parse(`${date}T${minutes}${seconds}${offset ?? 'Z'}`);
  if (Number.isNaN(time) || readDate(date) !== date) {
    return new Unreadable('Not a date with time (yyyy-mm-ddTHH:MM).', 'invalid-format');
  }
  if (offset !== undefined) return new Date(time);
  if (zone === undefined) {
    throw InputError.of('diary form', 'zone', 'The form has a time without a zone, so its zone is needed.', 'required');
  }
  return instantOfLocal(zone, time) ?? new Unreadable(`The clocks of ${zone} skipped this time.`, 'out-of-range');
}
