import { printable } from '../../errors/printable.js';
import { InputError } from '../../errors.js';
import type { Download } from '../../hypermedia/download.js';
import { hasMethod } from '../../runtime/shape.js';
import { optionCheck } from '../../values/options.js';

/** A schema for rows, such as a zod object: any Standard Schema. */
export interface RowSchema<Row> {
  /** What the specification of Standard Schema asks for. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(value: unknown): RowResult<Row> | Promise<RowResult<Row>>;
  };
}

/** What a Standard Schema makes of a row: its value, or what is wrong with it. */
export type RowResult<Row> =
  | { readonly value: Row; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

export const aRowSchema = optionCheck(
  'a Standard Schema, such as a zod object',
  (value) => typeof Object(Object(value)['~standard']).validate === 'function',
);

const maxNames = 20;

/** By its method: a promise of another realm is no instance of `Promise` here. */
export function isThenable<Row>(result: RowResult<Row> | Promise<RowResult<Row>>): result is Promise<RowResult<Row>> {
  return hasMethod(result, 'then');
}

/** Throws a `ResponseValidationError` that names the row and its fields. The issues of a schema can contain values. */
export function rowOf<Row>(result: RowResult<Row>, row: number, file: Download): Row {
  if (typeof result !== 'object' || result === null) {
    throw InputError.of('rows', 'schema', 'Must return an object with `value` or `issues`.', 'wrong-type');
  }
  if (result.issues === undefined) return result.value;
  const names = result.issues.map(({ path = [] }) => {
    const field = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
    return field === '' ? `row ${row}` : `row ${row}: ${printable(field)}`;
  });
  throw file.contentError([...new Set(names)].slice(0, maxNames), 'Does not fit the row schema.');
}
