import type { SetupWorker } from 'msw/browser';

/** Someone of the example installation, to sign in as. Nobody here exists. */
export interface ExamplePerson {
  readonly name: string;
  readonly kind: 'everything' | 'noDiary' | 'friend';
  readonly token: string;
  /** External id or URL: what the sign-in page asks for. */
  readonly who: string;
}

export interface ExampleInstallation {
  readonly baseUrl: string;
  readonly people: readonly ExamplePerson[];
}

let worker: SetupWorker | undefined;

/**
 * A platform with invented people that lives in this page: a service worker catches the requests and gives them back to
 * the page, where the sandbox answers them. It forgets everything when the page is loaded anew.
 */
export async function startExample(): Promise<ExampleInstallation> {
  const [{ createSandbox }, { setupWorker }] = await Promise.all([
    import('care-platform/sandbox'),
    import('msw/browser'),
  ]);
  const baseUrl = `${location.origin}/example/api/2`;
  const webUrl = `${location.origin}/example-platform.html#`;
  const sandbox = createSandbox({ baseUrl, clock: { start: new Date() }, settings: { webUrl } });
  worker = setupWorker(...(await sandbox.handlers()));
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });

  const withoutDiary = sandbox.control.users('client').find(({ id }) => id === 'EHR-1044');
  const friend = sandbox.control.users('friend')[0];
  const people: ExamplePerson[] = [
    { name: 'Fenna Voorbeeld', kind: 'everything', token: sandbox.tokens.client, who: 'EHR-1042' },
  ];
  if (withoutDiary !== undefined) {
    const token = sandbox.control.issueToken(withoutDiary.key);
    people.push({ name: withoutDiary.name, kind: 'noDiary', token, who: 'EHR-1044' });
  }
  if (friend !== undefined) {
    people.push({ name: friend.name, kind: 'friend', token: sandbox.tokens.friend, who: `${baseUrl}${friend.path}` });
  }
  return { baseUrl, people };
}

/** Takes the service worker away: a real installation is reached without anything in between. */
export async function stopExample(): Promise<void> {
  await worker?.stop();
  worker = undefined;
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister();
}
