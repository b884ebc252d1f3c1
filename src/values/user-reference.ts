import * as z from 'zod/mini';

/** Points to a user: `care.client(reference)` or `care.professional(reference)` opens it. */
export interface UserReference {
  /** Ends in `user-reference/client` or `user-reference/professional`; a friend's ends as a client's. */
  readonly '@type': string;
  /** The user's canonical URL. */
  readonly url: string;
  /** The user's external id, unique among users of its kind only; `null` where it has none. */
  readonly id?: string | null;
}

export const userReference: z.ZodMiniType<UserReference> = z.object({
  '@type': z.string(),
  url: z.string(),
  id: z.optional(z.nullable(z.string())),
}) as z.ZodMiniType<UserReference>;

/** A user to send: exactly one of canonical URL and external id. */
export type UserReferenceInput =
  | { readonly url: string; readonly id?: never }
  | { readonly id: string; readonly url?: never };

// A reference as it was read is taken too, with its URL: what was read is what one has at hand.
export const userReferenceInput: z.ZodMiniType<{ url: string } | { id: string }, UserReferenceInput | UserReference> =
  z.pipe(
    z
      .strictObject({
        '@type': z.optional(z.string()),
        url: z.optional(z.string()),
        id: z.optional(z.nullable(z.string())),
      })
      .check(
        z.refine(
          (user) =>
            user['@type'] !== undefined || (user.url === undefined) !== (user.id === undefined || user.id === null),
          'Exactly one of url and id must be given.',
        ),
      ),
    z.transform((user) => (user.url === undefined ? { id: user.id ?? '' } : { url: user.url })),
  ) as unknown as z.ZodMiniType<{ url: string } | { id: string }, UserReferenceInput | UserReference>;
