import { Diary } from '../diary/diary.js';
import { ExportJob } from '../export/job.js';
import type { SandboxPerson } from '../seed/own-people.js';
import { type ClockOptions, defaultStart } from '../world/clock.js';
import { deepCopy } from '../world/deep-copy.js';
import { deepEqual } from '../world/deep-equal.js';
import type { Memory } from '../world/memory.js';
import type { Settings } from '../world/settings.js';
import { decodeGraph, encodeGraph } from './graph.js';

/** The options from which a sandbox makes its people. A reset uses them again. */
export interface MadeWith {
  readonly clients: number;
  readonly seed: number;
  readonly people: readonly SandboxPerson[];
  readonly start: Date;
  readonly frozen: boolean;
  readonly settings: Partial<Settings>;
}

const defaults: MadeWith = { clients: 12, seed: 1, people: [], start: defaultStart, frozen: false, settings: {} };

/** Everything of a sandbox that is saved. */
export interface SavedState {
  readonly madeWith: MadeWith;
  readonly settings: Settings;
  readonly clock: { readonly now: Date; readonly frozen: boolean; readonly savedAt: Date };
  readonly memory: Memory['parts'];
}

/** A state that `createSandbox` cannot restore. */
export class SandboxStateError extends TypeError {
  /** For reports: `instanceof` fails for an error of another copy of the package. */
  override readonly name = 'SandboxStateError';
  /**
   * What is wrong with it.
   *
   * - `damaged`: it is no state, is incomplete, or was changed by hand
   * - `version`: another version of the sandbox saved it
   * - `options`: the options name other people, another seed or another clock
   */
  readonly reason: 'damaged' | 'version' | 'options';

  constructor(reason: SandboxStateError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Changes with every change of what a world keeps. */
const version = 1;

const form = /^\{"sandboxState":(\d+),"checksum":"([\da-f]+)","nodes":(.*)\}\s*$/s;

const classes = { Diary, ExportJob };

export function writeState(state: SavedState): string {
  const nodes = JSON.stringify(encodeGraph(state, classes));
  return `{"sandboxState":${version},"checksum":"${checksum(nodes)}","nodes":${nodes}}\n`;
}

/** Throws if a sandbox cannot start with the content. */
type CheckState = (state: unknown) => void;

/** @throws SandboxStateError if it is damaged or of another version */
function readState(text: string, check: CheckState): SavedState {
  const [, savedVersion, savedChecksum, nodes = ''] = form.exec(text) ?? [];
  if (savedVersion !== undefined && Number(savedVersion) !== version) {
    throw new SandboxStateError(
      'version',
      `The state has version ${savedVersion}, and this sandbox reads version ${version}.`,
    );
  }
  if (savedChecksum !== checksum(nodes)) throw stateDamage();
  try {
    const state = decodeGraph(JSON.parse(nodes), classes);
    check(state);
    return state as SavedState;
  } catch {
    // Its checksum is right, so a person or program has made it.
    throw stateDamage();
  }
}

function stateDamage(): SandboxStateError {
  return new SandboxStateError('damaged', 'The state is incomplete, was changed by hand, or is none of the sandbox.');
}

/** The options of `createSandbox` that the state restores. */
interface GivenOptions extends Partial<Undefinable<Omit<MadeWith, 'start' | 'frozen'>>> {
  readonly state?: string | undefined;
  readonly clock?: ClockOptions | undefined;
}

type Undefinable<Shape> = { readonly [Name in keyof Shape]: Shape[Name] | undefined };

/** @throws SandboxStateError if the state is invalid, or an option is not the one with which it was made */
export function firstState({ state, clients, seed, people, clock, settings }: GivenOptions, check: CheckState) {
  const options = { clients, seed, people, start: clock?.start, frozen: clock?.frozen, settings };
  // A reset and `save` use them later, when the caller may have changed its objects.
  const given = Object.entries(deepCopy(options)).filter(([, value]) => value !== undefined);
  if (state === undefined) {
    return { saved: undefined, madeWith: { ...defaults, ...(Object.fromEntries(given) as Partial<MadeWith>) } };
  }
  const saved = readState(state, check);
  for (const [name, value] of given) {
    const before = saved.madeWith[name as keyof MadeWith];
    if (!deepEqual(value, before)) throw otherOption(name, value, before);
  }
  return { saved, madeWith: saved.madeWith };
}

function otherOption(name: string, value: unknown, before: unknown): SandboxStateError {
  const isShort = typeof value !== 'object';
  const message = isShort
    ? `\`${name}\` is ${value}, and the state was made with ${before}.`
    : `The state was made with other \`${name}\`.`;
  return new SandboxStateError('options', message);
}

/** FNV-1a, of 32 bits: against accidents, not against people. */
function checksum(content: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < content.length; at++) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}
