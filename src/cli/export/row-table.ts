import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { CursorStore, ExportRow } from 'care-platform';

/** Rows of one transaction. */
const chunkSize = 1000;
/** The table of the jobs whose rows arrive. */
export const cursorTable = 'care_platform_exports';

/**
 * Rows of an export on their way into a table. They arrive in a temporary table beside it. `finish` replaces the rows of the
 * table, together with the cursor: readers see the old rows or the new ones, and so they do after a crash.
 */
export class RowTable {
  readonly #database: DatabaseSync;
  readonly #table: string;
  /** Columns by the names of fields. */
  readonly #columns = new Map<string, string>();
  #chunk: ExportRow[] = [];
  /** Rows that arrived before the first column. */
  #rowsWithoutFields = 0;
  #count = 0;

  constructor(database: DatabaseSync, table: string) {
    this.#database = database;
    this.#table = table;
    database.exec(`create table if not exists main.${cursorTable} (table_name text primary key, job text not null)`);
  }

  /** Rows so far. */
  get count(): number {
    return this.#count;
  }

  /** The URL of the job whose rows arrive. It is in the same database, so that a copy of it goes on by itself. */
  readonly cursor: CursorStore = {
    get: () => {
      const found = this.#database.prepare(`select job from main.${cursorTable} where table_name = ?`).get(this.#table);
      return found === undefined ? undefined : String(found.job);
    },
    set: (job) => {
      if (job === '') this.finish();
      else this.#database.prepare(`insert or replace into main.${cursorTable} values (?, ?)`).run(this.#table, job);
    },
  };

  add(row: ExportRow): void {
    this.#chunk.push(row);
    this.#count += 1;
    if (this.#chunk.length === chunkSize) this.#store();
  }

  /** Replaces the rows of the table by those that arrived. */
  finish(): void {
    this.#store();
    const table = `main.${quote(this.#table)}`;
    const columns = [...this.#columns.values()].map(quote).join(', ');
    this.#database.exec('begin immediate');
    this.#addColumns();
    if (this.#exists()) this.#database.exec(`delete from ${table}`);
    if (columns !== '') this.#database.exec(`insert into ${table} (${columns}) select ${columns} from temp.arrived`);
    else this.#addRowsWithoutFields(table);
    this.#database.prepare(`delete from main.${cursorTable} where table_name = ?`).run(this.#table);
    this.#database.exec('commit');
  }

  /** Rows of an export without any field. SQLite has no table without columns, so a new one cannot hold them. */
  #addRowsWithoutFields(table: string): void {
    if (!this.#exists()) this.#count = 0;
    if (this.#count === 0) return;
    const insert = this.#database.prepare(`insert into ${table} default values`);
    for (; this.#rowsWithoutFields > 0; this.#rowsWithoutFields--) insert.run();
  }

  /** Indexes, views and columns of the person's own stay. */
  #addColumns(): void {
    const table = `main.${quote(this.#table)}`;
    const wanted = [...this.#columns.values()];
    if (wanted.length > 0 && !this.#exists()) {
      this.#database.exec(`create table ${table} (${wanted.map(quote).join(', ')})`);
    }
    const found = this.#database.prepare('select name from pragma_table_info(?, ?)').all(this.#table, 'main');
    const existing = new Set(found.map(({ name }) => comparable(String(name))));
    for (const column of wanted) {
      if (!existing.has(comparable(column))) this.#database.exec(`alter table ${table} add column ${quote(column)}`);
    }
  }

  #exists(): boolean {
    const sql = "select 1 from main.sqlite_schema where type = 'table' and lower(name) = lower(?)";
    return this.#database.prepare(sql).get(this.#table) !== undefined;
  }

  #store(): void {
    const rows = this.#chunk.splice(0);
    if (rows.length === 0) return;
    if (this.#columns.size === 0 && rows.every((row) => Object.keys(row).length === 0)) {
      this.#rowsWithoutFields += rows.length;
      return;
    }
    // Of the temporary database alone: other programs can write meanwhile.
    this.#database.exec('begin');
    for (const row of rows) for (const name of Object.keys(row)) this.#addColumn(name);
    const fields = [...this.#columns.keys()];
    const columns = [...this.#columns.values()].map(quote).join(', ');
    const values = fields.map(() => '?').join(', ');
    const insert = this.#database.prepare(`insert into temp.arrived (${columns}) values (${values})`);
    for (; this.#rowsWithoutFields > 0; this.#rowsWithoutFields--) insert.run(...fields.map(() => null));
    for (const row of rows)
      insert.run(...fields.map((name) => sqlValue(Object.hasOwn(row, name) ? row[name] : undefined)));
    this.#database.exec('commit');
  }

  #addColumn(field: string): void {
    if (this.#columns.has(field)) return;
    const column = columnName(field, [...this.#columns.values()]);
    const isFirst = this.#columns.size === 0;
    this.#database.exec(
      isFirst ? `create temp table arrived (${quote(column)})` : `alter table temp.arrived add column ${quote(column)}`,
    );
    this.#columns.set(field, column);
  }
}

/** A name for an identifier of SQL, whatever it contains. */
function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** SQLite does not distinguish `Name` and `name`, and ends a statement at a zero. */
function columnName(field: string, taken: readonly string[]): string {
  const name = field.replaceAll('\0', '\ufffd');
  const others = new Set(taken.map(comparable));
  let free = name;
  for (let number = 2; others.has(comparable(free)); number++) free = `${name} (${number})`;
  return free;
}

/** SQLite folds the case of ASCII letters alone. */
function comparable(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Lists and objects as JSON, for SQLite's functions of JSON. Whole numbers as such: otherwise they would become 1.0. */
function sqlValue(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
