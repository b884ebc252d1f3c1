import type { User } from '../world/user.js';

/** CL-6, EPU-11, EPU-24: filled by the platform with the API user's identifier; nothing for a regular user (ours). */
export const externalSourceOf = (creator: User): string | null => (creator.kind === 'apiUser' ? creator.name : null);
