/** The mails that operations send, by the documentation. `tool` announces a new tool. */
export type MailKind = 'welcome' | 'activation' | 'deactivation' | 'tool';

/** A mail that the platform would have sent. No mail is ever sent. */
export interface Mail {
  /** An address under `.example`. */
  readonly to: string;
  /** The kind of mail. */
  readonly kind: MailKind;
  /** When it was sent, by the sandbox clock. */
  readonly at: Date;
}
