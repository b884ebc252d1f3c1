import { ownMember } from '../world/json.js';
import { type Client, fullName } from '../world/user.js';
import type { World } from '../world/world.js';
import { bigOutputLength } from './big-output.js';
import { clientCell, clientFilters, pictureFile, rowsToCombine } from './data-set.js';
import { offerOf } from './export-names.js';
import type { ExportJob, Output } from './job.js';
import { type Cell, csv, type Table, xlsx, xlsxType } from './table.js';
import { zip } from './zip.js';

const mediaTypes = { json: 'application/json', csv: 'text/csv;charset=UTF-8', xlsx: xlsxType };

/** Makes the output of a job from the current data. */
export function makeOutput(job: ExportJob, world: World): Output {
  const { plan } = job;
  const { output_format: format, allow_files, name } = job.options;
  const stem = `${name}-${job.key}`;
  const contentEncoding = plan.gzip ? 'gzip' : null;
  const plain = { filename: `${stem}.${format}`, contentType: mediaTypes[format], contentEncoding };
  if (plan.big !== null) return { ...plain, length: bigOutputLength(plan.big, format === 'json'), content: plan.big };
  const clients = world.users.clients().filter((client) => matchesFilters(client, job));
  const data = render(clients, job, world);
  if (!allow_files) return { ...plain, length: data.length, content: data };
  // The archive holds the data and the files that it refers to.
  const files = propertiesOf(job, world).includes('picture') ? clients.flatMap(filesOf) : [];
  const archive = zip([{ name: plain.filename, bytes: data }, ...files]);
  const zipped = { filename: `${stem}.zip`, contentType: 'application/zip', contentEncoding };
  return { ...zipped, length: archive.length, content: archive };
}

function filesOf(client: Client): { name: string; bytes: Uint8Array }[] {
  const name = pictureFile(client);
  return name === null || client.picture === null ? [] : [{ name, bytes: client.picture.bytes }];
}

function matchesFilters(client: Client, job: ExportJob): boolean {
  return (job.options.filters ?? []).every(
    ({ name, value }) => ownMember(clientFilters, name)?.(client, value) ?? true,
  );
}

interface CombinedColumns {
  readonly name: string;
  readonly properties: readonly string[];
}

function propertiesOf({ options, plan }: ExportJob, world: World): readonly string[] {
  return options.properties ?? offerOf(plan.personal, world).properties;
}

function render(clients: readonly Client[], job: ExportJob, world: World): Uint8Array<ArrayBuffer> {
  const { options, plan } = job;
  const properties = propertiesOf(job, world);
  const combined = [...offerOf(plan.personal, world).combines].flatMap(([name, all]): CombinedColumns[] => {
    const asked = (options.combine ?? []).filter((combine) => combine.name === name);
    const united = new Set(asked.flatMap((combine) => combine.properties ?? all));
    return asked.length === 0 ? [] : [{ name, properties: [...united] }];
  });
  const labelTexts = (options.parameters ?? []).some(({ name, value }) => name === 'labels' && value === 'text');
  const cell = (client: Client, property: string): Cell => {
    if (property === 'labels' && labelTexts)
      return client.labels.map((label) => world.labels.find(label)?.label ?? label);
    return clientCell(client, property, world);
  };
  if (options.output_format === 'json') {
    const rows = clients.map((client) => ({
      ...Object.fromEntries(properties.map((property) => [property, cell(client, property)])),
      ...Object.fromEntries(combined.map((part) => [part.name, partRows(client, part, world)])),
    }));
    return new TextEncoder().encode(JSON.stringify(rows));
  }
  const table: Table = {
    columns: [
      ...properties,
      ...combined.flatMap((part) => part.properties.map((property) => `${part.name}.${property}`)),
    ],
    rows: clients.map((client) => [
      ...properties.map((property) => cell(client, property)),
      ...combined.flatMap((part) => partCells(client, part, world)),
    ]),
  };
  return options.output_format === 'csv' ? csv(table) : xlsx(table);
}

function partRows(client: Client, { name, properties }: CombinedColumns, world: World): Record<string, Cell>[] {
  return rowsToCombine(client, name, world).map((row) =>
    Object.fromEntries(properties.map((property) => [property, ownMember(row, property) ?? null])),
  );
}

/** A table has one row per client, so several values share a cell. */
function partCells(client: Client, part: CombinedColumns, world: World): Cell[] {
  const rows = partRows(client, part, world);
  return part.properties.map((property) => rows.map((row) => ownMember(row, property) ?? null));
}

export function describeJob(job: ExportJob): string {
  return `Export of ${job.options.name} as ${job.options.output_format} by ${fullName(job.creator)}`;
}
