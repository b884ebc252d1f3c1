import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from 'care-platform/sandbox';

/** What the arguments of a command name: the platform, and a folder for its files. */
export interface CommandPlace {
  readonly baseUrl: string;
  readonly folder: string;
}

interface ConnectedCommand {
  readonly args: (place: CommandPlace) => readonly string[];
  /** Default: `apiUser`. */
  readonly role?: keyof Sandbox['tokens'];
}

/** Exports are for this role. */
const exporter = { role: 'dataOfficer' } as const;
const job = ({ baseUrl }: CommandPlace) => `${baseUrl}/export/1`;

/** Each command that connects, with what it needs. */
export const connectedCommands: Readonly<Record<string, ConnectedCommand>> = {
  'doctor --json': { args: () => ['doctor', '--json'] },
  check: { args: () => ['check', '--only', 'LAB-1', '--only', 'CAT-1'] },
  get: { args: () => ['get', 'clients', '--json'] },
  links: { args: () => ['links', 'client', 'EHR-1042'] },
  follow: { args: () => ['follow', 'client', 'EHR-1042', 'diary.entries.items'] },
  send: { args: (place) => ['send', 'patch', 'client', 'EHR-1042', '--body', bodyFile(place), '--write', '--yes'] },
  'export start': { args: () => ['export', 'start', 'client'], ...exporter },
  'export --to': {
    args: ({ folder }) => ['export', 'start', 'client', '--to', `sqlite:${folder}/care.db`],
    ...exporter,
  },
  'export resume': { args: (place) => ['export', 'resume', job(place)], ...exporter },
  'export cancel': { args: (place) => ['export', 'cancel', job(place)], ...exporter },
  'export list': { args: () => ['export', 'list', '--json'], ...exporter },
  watch: { args: ({ folder }) => ['watch', '--once', '--cursor', join(folder, 'changes.cursor')] },
  types: { args: () => ['types', '-', '--clients', '1'] },
  'types --check': { args: (place) => ['types', typesFile(place), '--check', '--clients', '1'] },
};

const phone = '+31 20 555 0100';

/** Facts about patients, which no message may quote. */
export const patientFacts = [phone, 'EHR-1042', 'Fenna', 'Voorbeeld'];

function bodyFile({ folder }: CommandPlace): string {
  const file = join(folder, 'body.json');
  writeFileSync(file, JSON.stringify({ phone_number: phone }));
  return file;
}

function typesFile({ folder }: CommandPlace): string {
  const file = join(folder, 'care.ts');
  writeFileSync(file, '');
  return file;
}
