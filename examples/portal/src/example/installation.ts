import type { Sandbox } from 'care-platform/sandbox';
import type { SetupWorker } from 'msw/browser';

/** A user of the example installation, to sign in as. All are invented. */
export interface ExamplePerson {
  readonly name: string;
  readonly kind: 'everything' | 'noDiary' | 'friend';
  readonly token: string;
  /** External id or URL, for the sign-in page. */
  readonly who: string;
}

export interface ExampleInstallation {
  readonly baseUrl: string;
  readonly people: readonly ExamplePerson[];
}

interface Running extends ExampleInstallation {
  readonly worker: SetupWorker;
}

let running: Promise<Running> | undefined;

/**
 * A platform with invented people that runs in this page. A service worker passes the requests to the page, and the sandbox
 * responds to them. It forgets everything when the page is reloaded.
 */
export function startExample(): Promise<ExampleInstallation> {
  running ??= start();
  return running;
}

/** Removes the service worker, so that nothing is between the page and a real installation. */
export async function stopExample(): Promise<void> {
  const stopping = running;
  running = undefined;
  await (await stopping?.catch(() => undefined))?.worker.stop();
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister();
}

async function start(): Promise<Running> {
  const [{ createSandbox }, { setupWorker }] = await Promise.all([
    import('care-platform/sandbox'),
    import('msw/browser'),
  ]);
  const baseUrl = `${location.origin}/example/api/2`;
  const webUrl = `${location.origin}/example-platform.html#`;
  const sandbox = createSandbox({ baseUrl, clock: { start: new Date() }, settings: { webUrl } });
  const worker = setupWorker(...(await sandbox.handlers()));
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' });
  return { baseUrl, people: peopleOf(sandbox), worker };
}

/** One user with all features, and two without some of them. */
function peopleOf({ tokens, control, baseUrl }: Sandbox): ExamplePerson[] {
  const people: ExamplePerson[] = [];
  for (const { id, key, name } of control.users('client')) {
    if (id === 'EHR-1042') people.push({ name, kind: 'everything', token: tokens.client, who: id });
    if (id === 'EHR-1044') people.push({ name, kind: 'noDiary', token: control.issueToken(key), who: id });
  }
  const [friend] = control.users('friend');
  if (friend !== undefined) {
    people.push({ name: friend.name, kind: 'friend', token: tokens.friend, who: `${baseUrl}${friend.path}` });
  }
  return people;
}
