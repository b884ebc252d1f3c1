/** Result of one step. */
export interface Finding {
  readonly outcome: 'ok' | 'warning' | 'failed' | 'skipped';
  /** What was found, without token and patient data. */
  readonly text: string;
  /** What went wrong, in a fixed word for programs. */
  readonly cause?: Cause;
  /** What to do. */
  readonly advice?: string;
  /** The exit code of the command, if this step failed. */
  readonly exitCode?: number;
}

export type Cause =
  | 'settings'
  | 'unknown-name'
  | 'closed-port'
  | 'untrusted-authority'
  | 'expired-certificate'
  | 'certificate'
  | 'proxy'
  | 'no-response'
  | 'redirect'
  | 'no-api'
  | 'html-page'
  | 'platform-error'
  | 'rate-limited'
  | 'token'
  | 'token-of-a-person'
  | 'clock';

/** A step of the doctor. */
export interface Step {
  readonly name: string;
  run(): Promise<Finding>;
}
