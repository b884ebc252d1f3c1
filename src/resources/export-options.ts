import * as z from 'zod/mini';
import { inputSchema } from '../hypermedia/input.js';
import { type OpenChoice, openChoice } from '../values/choice.js';

/** What is exported. Which properties, filters, parameters and combines there are for a name is not documented. */
export interface ExportOptions {
  /** The export to run; `client` is the only one documented. */
  readonly name: OpenChoice<'client'>;
  /** Properties of each entry; `null` for the platform's choice. */
  readonly properties?: readonly string[] | null | undefined;
  /** Which entries are in it. */
  readonly filters?: readonly ExportCondition[] | null | undefined;
  /** How it is made. */
  readonly parameters?: readonly ExportCondition[] | null | undefined;
  /** What else is in each entry. */
  readonly combine?: readonly ExportCombination[] | null | undefined;
  /** What it is written as. */
  readonly output_format?: OpenChoice<ExportFormat> | null | undefined;
  /** `true` makes the output a ZIP file with the files in it. */
  readonly allow_files?: boolean | null | undefined;
}

/** What a new export can be written as. `rows` reads the first two. */
export type ExportFormat = (typeof exportFormats)[number];

const exportFormats = ['json', 'csv', 'xlsx'] as const;

/** A filter or parameter. */
export interface ExportCondition {
  /** Which one; the names are not documented. */
  readonly name: string;
  /** Always a text. */
  readonly value: string;
  /** Such as `=`; the operators are not documented. */
  readonly operator: string;
}

/** What else is exported with each entry. */
export interface ExportCombination {
  /** Which one; the names are not documented. */
  readonly name: string;
  /** `null` for the platform's choice. */
  readonly properties?: readonly string[] | null | undefined;
}

/** A job to start. */
export interface NewExport extends ExportOptions {
  /** Default of the platform: `json`. */
  readonly output_format?: ExportFormat | undefined;
  readonly allow_files?: boolean | undefined;
}

const condition = { name: z.string(), value: z.string(), operator: z.string() };
const combination = { name: z.string(), properties: z.optional(z.nullable(z.array(z.string()))) };
const listOrNone = <Item extends z.ZodMiniType>(item: Item) => z.optional(z.nullable(z.array(item)));

export const exportOptions: z.ZodMiniType<ExportOptions> = z.object({
  name: z.string(),
  properties: z.optional(z.nullable(z.array(z.string()))),
  filters: listOrNone(z.object(condition)),
  parameters: listOrNone(z.object(condition)),
  combine: listOrNone(z.object(combination)),
  output_format: z.optional(z.nullable(openChoice<ExportFormat>())),
  allow_files: z.optional(z.nullable(z.boolean())),
});

export const newExport = inputSchema<NewExport>({
  name: z.string(),
  properties: z.optional(z.nullable(z.array(z.string()))),
  filters: listOrNone(z.strictObject(condition)),
  parameters: listOrNone(z.strictObject(condition)),
  combine: listOrNone(z.strictObject(combination)),
  output_format: z.optional(z.enum(exportFormats)),
  allow_files: z.optional(z.boolean()),
});
