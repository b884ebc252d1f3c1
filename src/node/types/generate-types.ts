import type { Application } from 'care-platform';
import { differences } from './fact-lines.js';
import { type InstallationPart, installationParts } from './facts.js';
import { readFacts, type SampleSize } from './read-facts.js';
import { namesOfText, typesText } from './types-text.js';

export type { InstallationPart } from './facts.js';
export type { SampleSize } from './read-facts.js';

/** What `generateTypes` reads, and what it names. */
export interface GenerateTypesOptions {
  /** Number of clients whose diary is read, from the start of the list. Default: 20, or 0 with `clientIds`. */
  readonly clients?: number | undefined;
  /** External ids of clients whose diary is read, such as one for each kind of treatment. They are not in the text. */
  readonly clientIds?: readonly string[] | undefined;
  /** Number of professionals whose groups are read. Default: 20. */
  readonly professionals?: number | undefined;
  /** Properties by the name of the export, besides those that export jobs have named. */
  readonly exports?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * Name of the interface in the file. It begins with a capital letter, and is no name that the file has already, such as
   * `Installation`. Default: `CareInstallation`.
   */
  readonly name?: string | undefined;
  /** `false` leaves the types of the package as they are, for a program with several installations. Default: `true`. */
  readonly merge?: boolean | undefined;
  /** Ends reading. */
  readonly signal?: AbortSignal | undefined;
}

/** The types of an installation. */
export interface GeneratedTypes {
  /** Content of the `.ts` file. The same installation gives the same text. It contains no token and no data of users. */
  readonly text: string;
  /** Parts that the token's user may not read, or of which nothing was read. They are typed as without the file. */
  readonly unread: readonly InstallationPart[];
  /** How many resources were read. */
  readonly sample: SampleSize;
  /**
   * What is new, gone or changed since a file was written: one line each, and none if nothing is. The form of the file does not
   * matter. Throws a `TypeError` if it is not the text of such a file.
   */
  differences(written: string): readonly string[];
}

/**
 * Reads the labels, groups, diary schemas and export properties of an installation, and makes TypeScript of them. With the file
 * in a program, a misspelt field, label, group or property is a compile error.
 *
 * The platform lists only its labels. So schemas come from the diaries of some clients, groups from some professionals, and
 * properties from earlier export jobs. Properties of `exports` and schemas of `clientIds` add to them. Only reads: one request
 * for labels, one for professionals, and one per 100 clients and export jobs. Then one or two for each client and professional.
 *
 * @throws TypeError for an option that is not valid, and the errors of the library if reading fails
 */
export async function generateTypes(care: Application, options: GenerateTypesOptions = {}): Promise<GeneratedTypes> {
  const { clientIds = [], exports = {}, professionals = 20, name = 'CareInstallation', merge = true, signal } = options;
  const { clients = clientIds.length > 0 ? 0 : 20 } = options;
  checkCount('clients', clients);
  checkCount('professionals', professionals);
  // With a capital, it is no reserved word and no type such as `string`.
  if (!/^[A-Z]\w*$/.test(name)) throw wrong('name', 'an identifier that begins with a capital letter');
  if (namesOfText.includes(name)) throw wrong('name', `another name than ${name}, which the file has already`);
  const { facts, size } = await readFacts(care, { clients, clientIds, professionals, exports, signal });
  return {
    text: typesText(facts, { name, merge }),
    unread: installationParts.filter((part) => facts[part] === undefined),
    sample: size,
    differences: (written) => differences(written, facts),
  };
}

function checkCount(option: string, count: number): void {
  if (!Number.isSafeInteger(count) || count < 0) throw wrong(option, 'a whole number from 0');
}

function wrong(option: string, expected: string): TypeError {
  return new TypeError(`generateTypes: ${option}: Must be ${expected}.`);
}
