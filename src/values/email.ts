import * as z from 'zod/mini';

/** Only what the platform surely refuses: what it takes for an address beyond that is its own affair. */
export const email: z.ZodMiniType<string> = z.string().check(
  z.refine((text) => text === text.toLowerCase(), 'Email address cannot contain uppercase characters.'),
  z.refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), 'Not a valid email address.'),
);
