import * as z from 'zod/mini';
import { inputSchema } from '../../hypermedia/input.js';
import type { OpenChoice } from '../../values/choice.js';
import { choiceInput } from '../../values/choice-input.js';
import { openChoice } from '../../values/open-choice.js';
import type { ExportProperty, KnownText } from '../installation.js';

/** Options of an export. The properties, filters, parameters and combines of each name are not documented. */
export interface ExportOptions {
  /** The export to run; `client` is the only one documented. */
  readonly name: OpenChoice<'client'>;
  /** Properties of each entry; `null` means the platform's default. */
  readonly properties?: readonly string[] | null | undefined;
  /** Conditions that select the entries. */
  readonly filters?: readonly ExportCondition[] | null | undefined;
  /** Parameters of the export. */
  readonly parameters?: readonly ExportCondition[] | null | undefined;
  /** Additional data in each entry. */
  readonly combine?: readonly ExportCombination[] | null | undefined;
  /** Format of the file. */
  readonly output_format?: OpenChoice<ExportFormat> | null | undefined;
  /** `true` makes the output a ZIP file with the files in it. */
  readonly allow_files?: boolean | null | undefined;
}

/** Formats of a new export. `rows` reads `json` and `csv`. */
export type ExportFormat = (typeof exportFormats)[number];

const exportFormats = ['json', 'csv', 'xlsx'] as const;

/** A filter or parameter. */
export interface ExportCondition {
  /** Name; the names are not documented. */
  readonly name: string;
  /** Always a string. */
  readonly value: string;
  /** Operator, such as `=`; the operators are not documented. */
  readonly operator: string;
}

/** Additional data for each entry of an export. */
export interface ExportCombination {
  /** Name; the names are not documented. */
  readonly name: string;
  /** Its properties; `null` means the platform's default. */
  readonly properties?: readonly string[] | null | undefined;
}

/** Options of an export to start. */
export interface NewExport extends ExportOptions {
  /** Format of the file. Default of the platform: `json`. */
  readonly output_format?: ExportFormat | undefined;
  readonly allow_files?: boolean | undefined;
}

/** Options of an export to start, with properties that the installation has. */
export type InstalledExport<Options extends object, Name extends string, Property extends string> = Omit<
  Options,
  'name' | 'properties'
> & {
  /** The export to run; `client` is the only one documented. */
  readonly name: Name;
  /** Properties of each entry; `null` means the platform's default. */
  readonly properties?: readonly KnownText<Property, ExportProperty<Name>>[] | null | undefined;
};

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
  output_format: z.optional(choiceInput(exportFormats)),
  allow_files: z.optional(z.boolean()),
});
