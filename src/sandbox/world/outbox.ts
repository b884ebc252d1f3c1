/** MAIL-1: the mails operations are said to send. `tool` is the note about a new tool. */
export type MailKind = 'welcome' | 'activation' | 'deactivation' | 'tool';

/** A mail the platform would have sent (MAIL-2). Nothing is ever sent. */
export interface Mail {
  /** An address under `.example`. */
  readonly to: string;
  /** What it would have said. */
  readonly kind: MailKind;
  /** When, by the sandbox clock. */
  readonly at: Date;
}
