import { type Application, connect, type Fetch } from 'care-platform';
import { onTestFinished } from 'vitest';
import { applicationDocument, baseUrl } from './documents.js';
import { OpenThrottle } from './open-throttle.js';

/**
 * A connection whose `fetch` answers by the path below the base URL, without msw, so that clocks and timers may stand still;
 * and what it was asked, such as `GET /c/1`. What has no answer gets the application root.
 */
export async function connected(
  answers: Record<string, () => Response>,
  options: object = {},
): Promise<{ care: Application; asked: string[] }> {
  const asked: string[] = [];
  const fetch: Fetch = async (url, { method }) => {
    const path = url.slice(baseUrl.length);
    asked.push(`${method} ${path}`);
    return answers[path]?.() ?? Response.json(applicationDocument());
  };
  const care = await connect({ baseUrl, token: 'x', throttle: new OpenThrottle(), fetch, ...options });
  onTestFinished(() => care.close());
  return { care, asked };
}
