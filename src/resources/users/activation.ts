import { InputError } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import { type OptionChecks, oneOf, takeOptions } from '../../values/options.js';
import { readBackAfter } from '../writes/read-back.js';

/** The mail for the activation or deactivation of a client. */
export interface ActivationEmail {
  /**
   * `welcome`: the mail that a new client gets. `activation`: a mail about the activation only. `no`: no mail. Without
   * `sendEmail`, a deactivation sends a mail; for an activation, it is not documented.
   */
  readonly sendEmail?: 'no' | 'welcome' | 'activation' | undefined;
}

export const emailChecks: OptionChecks<ActivationEmail> = { sendEmail: oneOf('no', 'welcome', 'activation') };

/** Whether a new client is created inactive and then activated: creation as active always sends the welcome mail. */
export function isActivatedLater({ active }: { readonly active: boolean }, { sendEmail }: ActivationEmail): boolean {
  return active === true && sendEmail !== undefined && sendEmail !== 'welcome';
}

/**
 * Refuses an `active` in `extra` if `sendEmail` is set. It would replace the `active` of the body, and the platform would send
 * its welcome mail.
 */
export function checkExtraActive({ sendEmail }: ActivationEmail, { extra }: RequestOptions): void {
  if (sendEmail === undefined || !Object.hasOwn(extra?.body ?? {}, 'active')) return;
  throw InputError.of('options', 'extra.body.active', 'Set it in the fields, so that `sendEmail` applies.');
}

interface Switchable {
  readonly data: { readonly active: boolean };
  refresh(options: RequestOptions): Promise<this>;
}

/**
 * Switches an account that was in the other state when it was read. A refusal means that another caller switched it since. In
 * that case, or after a lost response, the state that is read back decides.
 */
export function switchAccount<Account extends Switchable>(
  account: Account,
  active: boolean,
  write: () => Promise<Account>,
  options: RequestOptions,
): Promise<Account> {
  const readBack = async () => {
    const now = await account.refresh(options);
    return now.data.active === active ? now : undefined;
  };
  return write().catch((failure) => readBackAfter(failure, readBack, options.signal));
}

export function activationBody(active: boolean, email: ActivationEmail): JsonObject {
  const { sendEmail } = takeOptions('activation (request options are the next argument)', email, emailChecks);
  return { active, ...(sendEmail !== undefined && { send_email: sendEmail }) };
}
