import * as z from 'zod/mini';
import { inputSchema } from '../../hypermedia/input.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';

/** Criteria of a search. All given criteria must match. A field without a value cannot be searched for. */
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

export const clientSearch = inputSchema<Omit<ClientSearch, keyof ListOptions>>({
  active: z.optional(z.boolean()),
  bsn: z.optional(z.string()),
  email: z.optional(z.string()),
  id: z.optional(z.string()),
});
