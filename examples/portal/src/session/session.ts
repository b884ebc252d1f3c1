import { type Application, Client, connect, Friend } from 'care-platform';
import { createContext, useContext } from 'react';

/** The user who is signed in, and their connection to the platform. It is only in memory. */
export interface Session {
  readonly care: Application;
  readonly user: Client | Friend;
  /** With the invented people of the example installation. */
  readonly example: boolean;
}

export interface Credentials {
  readonly baseUrl: string;
  readonly token: string;
  /** The user's own URL or external id: no link leads from a token to its user. */
  readonly who: string;
}

/** The token belongs to a user whom this portal is not for. */
export class NotForYouError extends Error {
  override readonly name = 'NotForYouError';
}

/** The page's own content security policy does not let it reach that installation. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
}

export async function openSession(credentials: Credentials, signal: AbortSignal): Promise<Omit<Session, 'example'>> {
  const { baseUrl, token, who } = credentials;
  const care = await connect({ baseUrl, token, tokenKind: 'user', signal });
  try {
    const user = /^https?:/.test(who) ? await care.open(who, { signal }) : await care.client({ id: who }, { signal });
    if (user instanceof Client || user instanceof Friend) return { care, user };
    throw new NotForYouError();
  } catch (error) {
    care.close();
    throw error;
  }
}

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = SessionContext.Provider;

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('Nobody is signed in here.');
  return session;
}
