import { readFileSync } from 'node:fs';

interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

const killed = new Set(['Killed', 'Timeout']);
const alive = new Set(['Survived', 'NoCoverage']);

/** Of the mutants in a folder, those that count: not the ones that do not compile, or were ignored. */
export function scoreOf(report: string, folder: string): { killed: number; mutants: number } {
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const statuses = Object.entries(files)
    .filter(([file]) => file.startsWith(`${folder}/`))
    .flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
  const count = (kinds: ReadonlySet<string>) => statuses.filter((status) => kinds.has(status)).length;
  return { killed: count(killed), mutants: count(killed) + count(alive) };
}
