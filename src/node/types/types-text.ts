import { factLines } from './fact-lines.js';
import { entriesByKey, type Facts, type FieldFact, sortTexts } from './facts.js';
import { quote } from './quote.js';

/** How the file names and uses the types. */
export interface TextOptions {
  readonly name: string;
  readonly merge: boolean;
}

const head = [
  '/* eslint-disable */',
  '// Written by `care-platform types`. Do not edit it: run the command again.',
  '// The next lines are for `care-platform types --check`.',
];

/** The whole file. The same facts always give the same text. */
export function typesText(facts: Facts, { name, merge }: TextOptions): string {
  const body = [`export interface ${name} {`, ...members(facts), '}'];
  const used = typeNames.filter((type) => body.some((line) => new RegExp(`\\b${type}\\b`).test(withoutTexts(line))));
  return [
    ...head,
    ...factLines(facts),
    ...(used.length > 0 ? ['', `import type { ${used.join(', ')} } from 'care-platform';`] : []),
    '',
    '/** The labels, groups, diaries and export properties of an installation. */',
    ...body,
    ...(merge ? ['', "declare module 'care-platform' {", `  interface Installation extends ${name} {}`, '}'] : []),
    '',
  ].join('\n');
}

/** Types of the package that the file may need. An import that is not used would be an error in some programs. */
const typeNames = ['FileReference', 'KnownGroup', 'NewDiaryImage', 'OpenChoice'];

/** Names that the interface cannot have: the text declares, imports or uses them. */
export const namesOfText = ['Installation', 'Record', ...typeNames];

function withoutTexts(line: string): string {
  return line.replace(/"(?:[^"\\]|\\.)*"/g, '');
}

/** A part that could not be read has no member: it is then typed as without this file. */
function members({ labels, groups, exports, diaries }: Facts): string[] {
  return [
    ...(labels === undefined ? [] : ['  /** Texts of the labels. */', `  readonly labels: ${union(labels)};`]),
    ...(groups === undefined
      ? []
      : [
          '  /** The documented groups, and others that professionals have. */',
          `  readonly groups: ${['KnownGroup', ...sortTexts(groups).map(quote)].join(' | ')};`,
        ]),
    ...(exports === undefined
      ? []
      : [
          '  /** Properties by the name of the export, as far as export jobs have named them. */',
          '  readonly exports: {',
          ...entriesByKey(exports).map(([name, names]) => `    readonly ${quote(name)}: ${union(names)};`),
          '  };',
        ]),
    ...(diaries === undefined
      ? []
      : [
          '  /** Fields by the `@id` of the schema: of a new entry, and as they are read. */',
          '  readonly diaries: {',
          ...entriesByKey(diaries).flatMap(([id, fields]) => diary(id, fields)),
          '  };',
        ]),
  ];
}

function diary(id: string, fields: ReadonlyMap<string, FieldFact>): string[] {
  const all = entriesByKey(fields);
  return [
    `    readonly ${quote(id)}: {`,
    ...block('new', all.map(newField)),
    ...block('data', all.map(dataField)),
    '    };',
  ];
}

function block(name: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [`      readonly ${name}: Record<never, never>;`];
  return [`      readonly ${name}: {`, ...lines.map((line) => `        readonly ${line};`), '      };'];
}

function newField([name, { type, required, choices }]: [string, FieldFact]): string {
  const value = {
    text: 'string',
    integer: 'number',
    choice: choiceOf(choices),
    image: 'NewDiaryImage',
    other: 'unknown',
  };
  const orNone = type === 'other' ? '' : ' | null | undefined';
  return required ? `${quote(name)}: ${value[type]}` : `${quote(name)}?: ${value[type]}${orNone}`;
}

/** A value that is read can be newer than the file. */
function dataField([name, { type, required, choices }]: [string, FieldFact]): string {
  const choice = choices.length === 0 ? 'string' : `OpenChoice<${choiceOf(choices)}>`;
  const value = { text: 'string', integer: 'number', choice, image: 'FileReference', other: 'unknown' };
  return `${quote(name)}: ${value[type]}${required || type === 'other' ? '' : ' | null'}`;
}

function choiceOf(choices: readonly string[]): string {
  return choices.length === 0 ? 'string' : choices.map(quote).join(' | ');
}

function union(texts: ReadonlySet<string>): string {
  return texts.size === 0 ? 'never' : sortTexts(texts).map(quote).join(' | ');
}
