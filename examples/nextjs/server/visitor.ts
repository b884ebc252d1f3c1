import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Application, UserApplication } from 'care-platform';
import { cookies } from 'next/headers';
import { cache } from 'react';
import { platform } from './care';

interface Session {
  readonly token: string;
  /** The address of the token's user. */
  readonly url: string;
}

// In memory, for one process. Several processes need a store that they share, such as Redis.
const kept = globalThis as { careSessions?: Map<string, Session> };
kept.careSessions ??= new Map();
const sessions = kept.careSessions;

const cookie = 'session';

/** The application for the visitor, once per request; `undefined` if no user is signed in. */
export const visitor = cache(async (): Promise<UserApplication | undefined> => {
  const id = (await cookies()).get(cookie)?.value ?? '';
  const session = sessions.get(id);
  return session && applicationOf(await platform(), session);
});

/** Throws what reading the user throws if the token or the address is wrong. */
export async function startSession(session: Session): Promise<void> {
  await applicationOf(await platform(), session).me();
  const id = randomUUID();
  sessions.set(id, session);
  // The browser gets an id of the session, and never the token.
  const secure = process.env.NODE_ENV === 'production';
  (await cookies()).set(cookie, id, { httpOnly: true, sameSite: 'lax', secure });
}

export async function endSession(): Promise<void> {
  const store = await cookies();
  sessions.delete(store.get(cookie)?.value ?? '');
  store.delete(cookie);
}

function applicationOf(care: Application, { token, url }: Session): UserApplication {
  return care.as(token, { me: { url } });
}
