import type { Sandbox } from 'care-platform/sandbox';
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

interface Running extends ExampleInstallation {
  readonly worker: SetupWorker;
}

let running: Promise<Running> | undefined;

/**
 * A platform with invented people that lives in this page: a service worker catches the requests and gives them back to
 * the page, where the sandbox answers them. It forgets everything when the page is loaded anew.
 */
export function startExample(): Promise<ExampleInstallation> {
  running ??= start();
  return running;
}

/** Takes the service worker away: a real installation is reached without anything in between. */
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

/** One who has everything, and two for whom something is missing. */
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
