import { isCareError, type Resource } from 'care-platform';
import type { PrintedOutput } from './printed-output.js';
import { type Findings, percent } from './report.js';

/** One write whose result is compared with what is on the platform afterwards. */
export interface Write {
  readonly kind: string;
  /** `yes`: something was there before, so it must be refused; `maybe`: another write of the run wants the same place. */
  readonly refusal: 'yes' | 'maybe' | 'no';
  /** Set where repeats are harmless, so that giving up is the failure itself and no `OutcomeUnknownError`. */
  readonly repeatable?: boolean;
  /** Set where can be read back what became of it, so that few are left unknown. */
  readonly isVerifiable?: boolean;
  /** Reads back that succeeded so far, of what leaves nothing unknown once it is read back. */
  readBacks?(): number;
  send(): Promise<unknown>;
  /** Asked when all is over. */
  state(result: unknown): Promise<State> | State;
}

export interface State {
  /** How many there are of it, by any caller. */
  readonly there: number;
  /** Mails that went to the person because of it. */
  readonly mails: number;
  /** Whether the result stands for what this write sent, and not for what was there before. */
  readonly ours: boolean;
}

type Outcome = 'done' | 'refused' | 'unknown' | 'gave up' | 'failed wrongly';

/** Outcomes of writes, by kind. */
export class Outcomes {
  readonly #ended: { write: Write; outcome: Outcome; result: unknown; isReadBack?: boolean }[] = [];
  readonly #prints: PrintedOutput;

  constructor(prints: PrintedOutput) {
    this.#prints = prints;
  }

  async run(write: Write): Promise<void> {
    const before = write.readBacks?.();
    try {
      const result = await write.send();
      this.#prints.readResult(result as Resource);
      this.#ended.push({ write, outcome: 'done', result });
    } catch (error) {
      this.#prints.readError(error);
      const outcome = outcomeOf(error, write);
      this.#ended.push({ write, outcome, result: error, isReadBack: write.readBacks?.() !== before });
    }
  }

  /** How many writes of these kinds ended so. */
  count(kinds: RegExp, outcome: Outcome): number {
    return this.#ended.filter((one) => one.outcome === outcome && kinds.test(one.write.kind)).length;
  }

  /** Compares with what there is, and reports each kind. */
  async judge(findings: Findings): Promise<void> {
    for (const kind of new Set(this.#ended.map(({ write }) => write.kind))) {
      const own = this.#ended.filter(({ write }) => write.kind === kind);
      const count = (outcome: Outcome) => own.filter((one) => one.outcome === outcome).length;
      let twice = 0;
      let missing = 0;
      let foreign = 0;
      let mails = 0;
      for (const { write, outcome, result } of own) {
        const state = await write.state(result);
        if (state.there > 1) twice++;
        if (state.there === 0 && (outcome === 'done' || outcome === 'refused')) missing++;
        if (outcome === 'done' && !(state.ours && write.refusal !== 'yes')) foreign++;
        if (state.mails > 1) mails++;
      }
      const wrongly = own.filter(({ outcome }) => outcome === 'failed wrongly');
      const reported = [`${count('done')} done`, `${count('refused')} rightly refused`];
      if (count('gave up') > 0) reported.push(`${count('gave up')} gave up (repeating does no harm)`);
      const unknown = count('unknown');
      reported.push(`${unknown} OutcomeUnknownError (${percent(unknown, own.length)})`);
      reported.push(`${twice} twice, ${missing} missing, ${foreign} another's, ${mails} mailed twice`);
      reported.push(`${wrongly.length} failed wrongly`);
      findings.figure(`${own.length} ${kind}`, reported.join(', '));
      findings.bound(`${kind}: ${twice} exist twice.`, twice === 0);
      findings.bound(`${kind}: ${missing} were reported as done or there already, and are missing.`, missing === 0);
      findings.bound(`${kind}: ${foreign} were reported as done and are another's.`, foreign === 0);
      findings.bound(`${kind}: ${mails} persons were mailed twice.`, mails === 0);
      const readBack = own.filter(({ outcome, isReadBack }) => outcome === 'unknown' && isReadBack === true).length;
      if (own.some(({ write }) => write.readBacks !== undefined)) {
        findings.figure(`${kind} that are unknown although they were read back`, readBack);
      }
      findings.bound(`${kind}: ${readBack} are unknown although they were read back.`, readBack === 0);
      const unverified = own.filter(
        ({ write, outcome }) => write.isVerifiable === true && outcome === 'unknown',
      ).length;
      findings.bound(
        `${kind}: ${unverified} of ${own.length} are unknown, and can be read back.`,
        unverified <= Math.max(2, own.length / 20),
      );
      for (const { result } of wrongly.slice(0, 3)) findings.broken.push(`${kind}: failed wrongly with ${result}`);
    }
  }
}

function outcomeOf(error: unknown, { refusal, repeatable }: Write): Outcome {
  if (isCareError(error, 'OutcomeUnknownError')) return 'unknown';
  const refused = isCareError(error, 'BadRequestError') || isCareError(error, 'InvalidInputError');
  if (refused) return refusal === 'no' ? 'failed wrongly' : 'refused';
  const passing = isCareError(error, 'ConnectionError') || isCareError(error, 'ServerError');
  return repeatable === true && passing ? 'gave up' : 'failed wrongly';
}
