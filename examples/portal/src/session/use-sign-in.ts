import { useState } from 'react';
import { startExample, stopExample } from '../example/installation.ts';
import { narrowConnections } from './narrow-connections.ts';
import { BlockedError, type Credentials, openSession, type Session } from './session.ts';

/** Attempts to sign in, and the result of the last one. */
export function useSignIn(onSignedIn: (session: Session) => void, example: boolean) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  const signIn = async (credentials: Credentials) => {
    setBusy(true);
    setError(undefined);
    const violations = new AbortController();
    addEventListener('securitypolicyviolation', () => violations.abort(new BlockedError()), violations);
    try {
      await (example ? startExample() : stopExample());
      const session = await openSession(credentials, violations.signal);
      narrowConnections(credentials.baseUrl);
      onSignedIn({ ...session, example });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    } finally {
      violations.abort();
    }
  };
  return { busy, error, signIn };
}
