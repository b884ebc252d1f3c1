import type { User } from '../../world/user.js';

/** The platform fills in the identifier of the API user. It stays empty for other users (undocumented). */
export const externalSourceOf = (creator: User): string | null => (creator.kind === 'apiUser' ? creator.name : null);
