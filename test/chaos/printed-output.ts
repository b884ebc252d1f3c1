import { format, inspect } from 'node:util';
import { type Hooks, isCareError, type Logger, Resource } from 'care-platform';
import { facts } from './facts.js';
import type { Findings } from './report.js';

/** Reads all that anything prints, and counts the secrets in it. */
export class PrintedOutput {
  readonly #secrets: readonly string[];
  readonly #keys = new Set<string>();
  /** Secret and kind of thing that printed it, with how often. */
  readonly found = new Map<string, number>();
  things = 0;
  characters = 0;

  constructor(token: string) {
    this.#secrets = [token, ...Object.values(facts)].map((secret) => secret.toLowerCase());
  }

  readonly logger: Required<Logger> = {
    debug: (line) => this.read('log line', line),
    info: (line) => this.read('log line', line),
    warn: (line) => this.read('log line', line),
    error: (line) => this.read('log line', line),
  };

  readonly hooks: Hooks = {
    beforeRequest: (attempt) => this.read('hook', attempt),
    afterResponse: (attempt) => this.read('hook', attempt),
    beforeRetry: (attempt) => this.read('hook', attempt),
  };

  /** Of these people even the end of the URL, which a log must not show, and a resource may. */
  hide(keys: Iterable<string>): void {
    for (const key of keys) this.#keys.add(key);
  }

  read(kind: string, thing: unknown): void {
    const text = typeof thing === 'string' ? thing : printed(thing).join('\n');
    this.#search(kind, text);
    for (const [part] of text.matchAll(/[0-9a-f]{10,}/g)) if (this.#keys.has(part)) this.#note('Key of a person', kind);
  }

  /** Whatever a call gave: of a resource all but its `data`, which is there to be read. */
  readResult(result: unknown): void {
    if (!(result instanceof Resource)) return;
    const { url, type, links, createdAt, modifiedAt } = result;
    this.#search('resource without data', printed({ url, type, links, createdAt, modifiedAt }).join('\n'));
  }

  /** An error and all its causes. */
  readError(error: unknown): void {
    this.read(isCareError(error) ? error.name : 'error', error);
  }

  #search(kind: string, text: string): void {
    this.things++;
    this.characters += text.length;
    const lowered = text.toLowerCase();
    for (const secret of this.#secrets) if (lowered.includes(secret)) this.#note(secret, kind);
  }

  #note(secret: string, kind: string): void {
    const entry = `${secret} in ${kind}`;
    this.found.set(entry, (this.found.get(entry) ?? 0) + 1);
  }
}

function printed(thing: unknown): string[] {
  const deep = { depth: Number.POSITIVE_INFINITY, showHidden: true } as const;
  const parts = [
    inspect(thing, deep),
    String(JSON.stringify(thing)),
    String(thing),
    format('%o %s %j', thing, thing, {}),
  ];
  for (let error = thing; error instanceof Error; error = error.cause) {
    const own = Object.getOwnPropertyNames(error);
    parts.push(String(error.stack), error.message, JSON.stringify(error, own), inspect({ ...error }, deep));
  }
  return parts;
}

/** Tells what was read, and that nothing was in it. */
export function secretsFound({ things, characters, found }: PrintedOutput, findings: Findings): void {
  const times = [...found.values()].reduce((sum, one) => sum + one, 0);
  const size = `${Math.round(characters / 1e4) / 100} million characters of ${things} prints`;
  findings.figure('Token, 20 facts and keys of people found', `${times} times in ${size}`);
  for (const [secret, count] of found) findings.broken.push(`Printed ${count} times: ${secret}`);
}
