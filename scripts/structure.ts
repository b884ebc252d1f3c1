// npm run structure: counts what makes the sources hard to walk. Lists each finding with `-- --list`.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');

/** What was counted in the folder `src` of a package. */
export interface Structure {
  readonly files: number;
  readonly medianLines: number;
  readonly longestFile: string;
  /** Folders that import each other, on one way or another: each list is one knot. */
  readonly folderCycles: readonly (readonly string[])[];
  /** `file: name` of functions named by a participle, such as `posted`. */
  readonly participles: readonly string[];
  /** Names that two files declare at their top level, with those files. */
  readonly doubles: readonly string[];
}

interface Source {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly string[];
  /** Names of all functions and methods. */
  readonly functions: readonly string[];
  readonly topLevel: readonly string[];
}

/** Past participles that do not end in `ed`. */
const irregular =
  'built|cut|done|drawn|found|given|gone|held|hidden|kept|known|left|lost|made|met|put|run|said|sent|set|shown|sold|spent|split|taken|told|written';
// These are verbs or nouns too, and named as such; `plannedEvents` is the platform's own word.
const verbs = /^(?:cut|put|run|set|split|feed|need|seed|embed|proceed|exceed|speed|planned|echoed|undefined)$/;
const participle = new RegExp(`^(?:[a-z]{2,}ed|${irregular})$`);

export function countStructure(folder = root): Structure {
  const sources = globSync('src/**/*.ts', { cwd: folder })
    .toSorted()
    .map((path) => read(folder, path));
  const lines = sources.map((source) => source.lines).toSorted((left, right) => left - right);
  const longest = sources.toSorted((left, right) => right.lines - left.lines)[0];
  return {
    files: sources.length,
    medianLines: lines[Math.floor(lines.length / 2)] ?? 0,
    longestFile: `${longest?.path} (${longest?.lines})`,
    folderCycles: knots(importsOfFolders(sources)),
    participles: sources.flatMap(({ path, functions }) =>
      functions.filter(isParticiple).map((name) => `${path}: ${name}`),
    ),
    doubles: declaredTwice(sources),
  };
}

function read(folder: string, path: string): Source {
  const text = readFileSync(join(folder, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const functions: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = functionName(node);
    if (name !== undefined) functions.push(name);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const imports = ts
    .preProcessFile(text)
    .importedFiles.flatMap(({ fileName }) =>
      fileName.startsWith('.') ? join(dirname(path), fileName.replace(/\.js$/, '.ts')) : [],
    );
  const topLevel = file.statements.flatMap(declaredNames);
  return { path, lines: text.split('\n').length - 1, imports, functions, topLevel };
}

function functionName(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node.name?.getText();
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return undefined;
  const isFunction = ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer);
  return isFunction ? node.name.getText() : undefined;
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const isDeclaration =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isDeclaration && statement.name !== undefined ? [statement.name.text] : [];
}

function isParticiple(name: string): boolean {
  const [word = ''] = /^#?[a-z]+/.exec(name) ?? [];
  const first = word.replace('#', '');
  return participle.test(first) && !verbs.test(first);
}

/** The sandbox and the command import nothing of the library but its entry, so each of them has names of its own. */
const programs = /^src\/(?:sandbox|cli)\b/;

function declaredTwice(sources: readonly Source[]): string[] {
  const programOf = ({ path }: Source) => programs.exec(path)?.[0];
  return ['src/sandbox', 'src/cli', undefined].flatMap((program) => {
    const places = new Map<string, string[]>();
    for (const { path, topLevel } of sources.filter((source) => programOf(source) === program)) {
      for (const name of new Set(topLevel)) places.set(name, [...(places.get(name) ?? []), path]);
    }
    return [...places].flatMap(([name, paths]) => (paths.length > 1 ? `${name}: ${paths.join(', ')}` : []));
  });
}

function importsOfFolders(sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    const own = dirname(path);
    const used = folders.get(own) ?? new Set<string>();
    folders.set(own, used);
    // What lies in a folder belongs to it: only its neighbours and what is above can close a cycle.
    for (const target of imports.map((file) => dirname(file))) {
      if (target !== own && !target.startsWith(`${own}/`) && !own.startsWith(`${target}/`)) used.add(target);
    }
  }
  return folders;
}

/** Groups of folders that reach each other. */
function knots(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reach = (start: string): Set<string> => {
    const seen = new Set<string>();
    const waiting = [...(graph.get(start) ?? [])];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      waiting.push(...(graph.get(folder) ?? []));
    }
    return seen;
  };
  const reached = new Map([...graph.keys()].map((folder) => [folder, reach(folder)]));
  const found = new Map<string, string[]>();
  for (const [folder, own] of reached) {
    if (!own.has(folder)) continue;
    const knot = [...own].filter((other) => reached.get(other)?.has(folder)).toSorted();
    found.set(knot.join(' '), knot);
  }
  return [...found.values()];
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const structure = countStructure();
  const table = Object.entries(structure).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]);
  console.table(Object.fromEntries(table));
  if (argv.includes('--list')) {
    for (const finding of [...structure.folderCycles.map(String), ...structure.participles, ...structure.doubles]) {
      console.log(finding);
    }
  }
}
