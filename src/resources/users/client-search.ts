import * as z from 'zod/mini';
import { inputSchema, missingMessage } from '../../hypermedia/input.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import { refine } from '../../values/refine.js';

/** Criteria of a search. All given criteria must match. A field without a value cannot be searched for, so a text must not be empty. */
export interface ClientSearch extends ListOptions {
  /** `true`: only users who can log in. `false`: only users who cannot. */
  readonly active?: boolean | undefined;
  /** Citizen service number. */
  readonly bsn?: string | undefined;
  /** Login name. */
  readonly email?: string | undefined;
  /** External id. */
  readonly id?: string | undefined;
}

/** The platform cannot search for an empty value. It may ignore the criterion, and then finds every client. */
const criterion = z.optional(z.string().check(refine((text) => /\S/.test(text), missingMessage, 'required')));

export const clientSearch = inputSchema<Omit<ClientSearch, keyof ListOptions>>({
  active: z.optional(z.boolean()),
  bsn: criterion,
  email: criterion,
  id: criterion,
});
