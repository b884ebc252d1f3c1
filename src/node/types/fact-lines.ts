import { entriesByKey, type Facts, type InstallationPart, installationParts, sortTexts } from './facts.js';
import { quoteJson } from './quote.js';

/** What a fact is about, such as `["label", "VIP"]`, and for a field its detail. */
type Fact = readonly unknown[];

const partOf: Readonly<Record<string, InstallationPart>> = {
  label: 'labels',
  group: 'groups',
  diary: 'diaries',
  export: 'exports',
};
/** With the form of the lines: another release may write others. */
const firstLine = '// care-platform types 1';

/** The facts as lines of a comment. `differences` compares them, so they need nothing of the types below them. */
export function factLines(facts: Facts): string[] {
  return [firstLine, ...factsOf(facts).map((fact) => `// ${quoteJson(fact)}`)];
}

function factsOf(facts: Facts): Fact[] {
  const { labels = [], groups = [] } = facts;
  const diaries: NonNullable<Facts['diaries']> = facts.diaries ?? new Map();
  const exports: NonNullable<Facts['exports']> = facts.exports ?? new Map();
  return [
    ...installationParts.filter((part) => facts[part] === undefined).map((part) => ['unread', part]),
    ...sortTexts(labels).map((label) => ['label', label]),
    ...sortTexts(groups).map((group) => ['group', group]),
    ...entriesByKey(exports).flatMap(([name, properties]) =>
      sortTexts(properties).map((each) => ['export', name, each]),
    ),
    ...entriesByKey(diaries).flatMap(([id, fields]) => [
      ['diary', id],
      ...entriesByKey(fields).map(([name, { type, required, choices }]) => [
        ...['diary', id, name],
        { type, required, ...(choices.length > 0 && { choices }) },
      ]),
    ]),
  ];
}

/** What is new, gone or changed since the file was written: a sentence each. */
export function differences(written: string, facts: Facts): string[] {
  const before = byAbout(readFactLines(written));
  const now = byAbout(factsOf(facts));
  const unread = new Set([...before, ...now].flatMap(([, [kind, part]]) => (kind === 'unread' ? [part] : [])));
  const lines: string[] = [];
  for (const about of sortTexts(new Set([...before.keys(), ...now.keys()]))) {
    const [was, is] = [before.get(about), now.get(about)];
    const [kind, part] = (is ?? was) as Fact;
    if (kind === 'unread') {
      if (is === undefined) lines.push(`new: the ${part} could be read`);
      else if (was === undefined) lines.push(`gone: the ${part} could not be read`);
    } else if (!unread.has(partOf[String(kind)]) && !isOfNewOrGoneDiary(is ?? was, before, now)) {
      if (was === undefined) lines.push(`new: ${factText(is as Fact)}`);
      else if (is === undefined) lines.push(`gone: ${factText(was)}`);
      else if (quoteJson(was) !== quoteJson(is)) lines.push(`changed: ${factText(is)}`);
    }
  }
  return lines;
}

/** The line of the diary itself is enough. */
function isOfNewOrGoneDiary(fact: Fact | undefined, ...both: readonly ReadonlyMap<string, Fact>[]): boolean {
  const [kind, id, field] = fact ?? [];
  return kind === 'diary' && field !== undefined && !both.every((facts) => facts.has(quoteJson(['diary', id])));
}

function factText([kind, first, second, detail]: Fact): string {
  if (kind === 'export') return `property ${quoteJson(second)} of the export ${quoteJson(first)}`;
  if (second === undefined) return `${kind} ${quoteJson(first)}`;
  const { type, required, choices = [] } = detail as { type: string; required: boolean; choices?: readonly string[] };
  const values = choices.map((choice) => ` ${quoteJson(choice)}`).join('');
  return `field ${quoteJson(second)} of the diary ${quoteJson(first)} (${required ? 'required' : 'optional'} ${type}${values})`;
}

function byAbout(facts: readonly Fact[]): Map<string, Fact> {
  return new Map(facts.map((fact) => [quoteJson(fact.filter((word) => typeof word === 'string')), fact]));
}

/** @throws TypeError if the text is not that of a generated file */
function readFactLines(written: string): Fact[] {
  const lines = written.split(/\r?\n/);
  if (!lines.includes(firstLine)) throw noGeneratedFile(`It has no line \`${firstLine}\`.`);
  return lines
    .filter((line) => line.startsWith('// ["'))
    .map((line) => {
      try {
        return JSON.parse(line.slice(3)) as Fact;
      } catch {
        throw noGeneratedFile('A line of its facts is no JSON.');
      }
    });
}

function noGeneratedFile(reason: string): TypeError {
  return new TypeError(`generateTypes: written: Must be the text of a file that this release has written. ${reason}`);
}
