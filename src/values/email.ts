import * as z from 'zod/mini';
import { refine } from './refine.js';

/** Rejects only what the platform certainly rejects. The platform checks the rest. */
export const email: z.ZodMiniType<string> = z.string().check(
  refine((text) => text === text.toLowerCase(), 'Email address cannot contain uppercase characters.'),
  refine((text) => /^[^\s@]+@[^\s@]+$/.test(text), 'Not a valid email address.'),
);
