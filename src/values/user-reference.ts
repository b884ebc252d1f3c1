import * as z from 'zod/mini';
import { refine } from './refine.js';

/** A reference to a user. `care.client(reference)` or `care.professional(reference)` opens it. */
export interface UserReference {
  /** Ends in `user-reference/client` or `user-reference/professional`. That of a friend ends as that of a client. */
  readonly '@type': string;
  /** The user's canonical URL. */
  readonly url: string;
  /** The user's external id, unique only among users of its kind; `null` if the user has none. */
  readonly id?: string | null;
}

export const userReference: z.ZodMiniType<UserReference> = z.object({
  '@type': z.string(),
  url: z.string(),
  id: z.optional(z.nullable(z.string())),
}) as z.ZodMiniType<UserReference>;

/**
 * A user to send: the canonical URL, the external id, or a reference from a response, whose URL is sent. `@type` is the kind of an external id, if the platform accepts more than one kind.
 */
export type UserReferenceInput =
  | { readonly url: string; readonly id?: undefined }
  | { readonly id: string; readonly '@type'?: string | undefined; readonly url?: undefined }
  | (Omit<UserReference, 'id'> & { readonly id?: string | null | undefined });

type SentReference = { url: string } | { id: string; '@type'?: string };

const reference = z.strictObject({
  '@type': z.optional(z.string()),
  url: z.optional(z.string()),
  id: z.optional(z.nullable(z.string())),
});

export const userReferenceInput: z.ZodMiniType<SentReference, UserReferenceInput> = z.pipe(
  reference.check(refine(namesOneUser, 'Exactly one of url and id must be given.', 'conflict')),
  z.transform(({ '@type': type, url, id }) => {
    if (url !== undefined) return { url };
    return { ...(type !== undefined && { '@type': type }), id: id ?? '' };
  }),
) as unknown as z.ZodMiniType<SentReference, UserReferenceInput>;

/** A reference from a response may hold both. It is recognised by its `@type`. */
function namesOneUser({ '@type': type, url, id }: z.infer<typeof reference>): boolean {
  return url === undefined ? Boolean(id) : id == null || type !== undefined;
}

/** The address of a token's user. The platform does not say whose token it is. */
export type OwnAddress =
  | { readonly url: string; readonly id?: undefined }
  | {
      /** The external id. Friends have none. */
      readonly id: string;
      readonly url?: undefined;
    };
