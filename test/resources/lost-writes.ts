import type { Application, Client, OutcomeUnknownError } from 'care-platform';
import { beforeEach } from 'vitest';
import { baseUrl, clientDocument, type Document, listDocument } from '../support/documents.js';
import { newClient } from '../support/people.js';
import { json, type Platform, type Responder, refusal, type Seen, scriptedPlatform } from '../support/platform.js';
import { type SkippedPauses, skipPauses } from '../support/virtual-time.js';

const now = new Date('2026-03-02T08:00:00Z');

/** That many seconds after the call, as the platform writes it. */
export const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString().slice(0, 19);

/** As it would be stored, made that many seconds after the call. */
export const stored = (id: string, seconds: number, fields: Document = {}): Document =>
  clientDocument(id, {
    ...newClient,
    id: null,
    '@changes': { creation_time: at(seconds), modification_time: at(seconds) },
    ...fields,
  });

export const duplicate = refusal(400, 'Invalid JSON input', [{ name: 'email', message: 'Already in use.' }]);

/** The URL of what a call resolves to, or its error. */
export const outcome = (call: Promise<unknown>) =>
  call.then(
    (result) => (result as Client).url,
    (error: unknown) => error as OutcomeUnknownError,
  );

/** A scripted platform whose clock is known, and where no pause before a verification or an attempt takes any time. */
export interface LostWrites {
  readonly platform: Platform;
  /** Time, in which no pause takes any. */
  readonly time: SkippedPauses;
  /** What was logged as an error. */
  readonly lines: readonly string[];
  connected(options?: object): Promise<Application>;
  /** A list of them; each can be read, too. */
  finds(...documents: Document[]): Responder;
  posts(path: string): Seen[];
  /** What becomes of a client whose creation gets this response, and whose verification finds that. */
  created(
    responses: [Responder, ...Responder[]],
    looks: [Responder, ...Responder[]],
    care?: Application,
  ): Promise<string | OutcomeUnknownError>;
  /** A client that has been there for an hour. */
  client(fields?: Document, care?: Application): Promise<Client>;
}

/** Registers it with the test file that calls this. */
export function lostWrites(): LostWrites {
  const platform = scriptedPlatform();
  const lines: string[] = [];
  let time: SkippedPauses;
  beforeEach(() => {
    lines.length = 0;
    time = skipPauses();
  });

  const scene: LostWrites = {
    platform,
    get time() {
      return time;
    },
    lines,
    async connected(options = {}) {
      const logger = { warn: () => undefined, error: (line: string) => void lines.push(line) };
      const care = await platform.connect({ logger, ...options });
      platform.on('GET', '/now', json({}, 200, { date: now.toUTCString() }));
      await care.request({ url: 'now' });
      platform.forget();
      return care;
    },
    finds(...documents) {
      for (const each of documents)
        platform.on('GET', new URL(String(each['@url'])).pathname.replace('/api/2', ''), json(each));
      return json(listDocument(documents, { found: documents.length, start: 0, limit: 100, total: documents.length }));
    },
    posts: (path) => platform.seen.filter((each) => each.method === 'POST' && each.url.pathname.endsWith(path)),
    async created(responses, looks, care) {
      const application = care ?? (await scene.connected());
      platform.on('POST', '/c', ...responses);
      platform.on('POST', '/c/items', ...looks);
      return outcome(application.createClient(newClient));
    },
    async client(fields = {}, care) {
      platform.on('GET', '/c/1', json(stored('1', -3600, fields)));
      return (care ?? (await scene.connected())).client({ url: `${baseUrl}/c/1` });
    },
  };
  return scene;
}
