import * as z from 'zod/mini';

/** Rejects only what the platform certainly rejects. The platform checks the rest. */
export const email: z.ZodMiniType<string> = z.string().check(
  z.refine((text) => text === text.toLowerCase(), 'Email address cannot contain uppercase characters.'),
  z.refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), 'Not a valid email address.'),
);
