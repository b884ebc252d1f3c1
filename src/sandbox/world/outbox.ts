/** MAIL-1: the mails operations are said to send. `tool` is the note about a new tool. */
export type MailKind = 'welcome' | 'activation' | 'deactivation' | 'tool';

/** A mail the platform would have sent (MAIL-2). Nothing is ever sent. */
export interface Mail {
  readonly to: string;
  readonly kind: MailKind;
  readonly at: Date;
}
