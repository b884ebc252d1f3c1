import { type Application, type ConnectOptions, connect, type Fetch } from 'care-platform';
import { onTestFinished } from 'vitest';
import { applicationDocument, baseUrl as usual } from './documents.js';
import { OpenThrottle } from './open-throttle.js';

/**
 * A connection to a platform whose application root is there and whose other answers are those of this `fetch`; without
 * msw, so that clocks and timers may stand still. It closes when its test ends.
 */
export async function connectedTo(fetch: Fetch, options: Partial<ConnectOptions> = {}): Promise<Application> {
  const baseUrl = options.baseUrl ?? usual;
  const answer: Fetch = async (url, init) =>
    url === baseUrl ? Response.json(applicationDocument({}, baseUrl)) : fetch(url, init);
  const care = await connect({ baseUrl, token: 'x', throttle: new OpenThrottle(), fetch: answer, ...options });
  onTestFinished(() => care.close());
  return care;
}

/** Answers by the path below the base URL; and what was asked for, such as `GET /c/1`. */
export function byPath(answers: Readonly<Record<string, () => Response>>): { fetch: Fetch; asked: string[] } {
  const asked: string[] = [];
  const fetch: Fetch = async (url, { method }) => {
    const path = url.slice(usual.length);
    asked.push(`${method} ${path}`);
    const answer = answers[path];
    if (answer === undefined) throw new Error(`The test has no answer for ${path}.`);
    return answer();
  };
  return { fetch, asked };
}

/** A connection whose calls meet these answers in turn, the last one again and again; and when each was asked for. */
export async function connectedInTurn(answers: [Fetch, ...Fetch[]], options: Partial<ConnectOptions> = {}) {
  const askedAt: number[] = [];
  const care = await connectedTo((url, init) => {
    const answer = answers[askedAt.length] ?? (answers.at(-1) as Fetch);
    askedAt.push(performance.now());
    return answer(url, init);
  }, options);
  return { care, askedAt };
}
