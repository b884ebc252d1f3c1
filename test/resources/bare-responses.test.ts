import { connect, type Fetch } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { newActiveClient, newClient } from '../support/people.js';

/** A sandbox whose responses to the creation of a client are changed. */
async function platformWith(change: (response: Response) => Response | Promise<Response>) {
  const sandbox = createSandbox({ limits: false });
  const fetch: Fetch = async (url, init) => {
    const response = await sandbox.fetch(url, init as RequestInit);
    return init.method === 'POST' && url.endsWith('/c') ? change(response) : response;
  };
  const care = await connect({
    baseUrl: sandbox.baseUrl,
    token: sandbox.tokens.apiUser,
    fetch,
    throttle: new OpenThrottle(),
  });
  onTestFinished(() => care.close());
  return { sandbox, care };
}

describe('a new client whose response has no links', () => {
  const withoutLinks = () =>
    platformWith(async (response) => {
      const { '@links': _, ...document } = await response.json();
      return Response.json(document, { status: 201 });
    });

  test('is activated, after one request for its links', async () => {
    const { sandbox, care } = await withoutLinks();
    const before = sandbox.journal.length;
    const client = await care.createClient({ ...newActiveClient, id: 'NEW-1' }, { sendEmail: 'no' });
    expect(client.data.active).toBe(true);
    expect(sandbox.control.user('NEW-1').active).toBe(true);
    expect(sandbox.journal.slice(before).map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
  });

  test('gets its relations', async () => {
    const { care } = await withoutLinks();
    const relations = [{ professional: { id: 'PRO-1' }, predicate: 'attends' }] as const;
    const { resource } = await care.upsertClient('NEW-1', { ...newClient, relations });
    expect(await resource.relations().toArray()).toHaveLength(1);
  });
});

test.each([true, false])(
  'an upsert whose creation got a response without a body says that the client may be inactive: updateActive %s',
  async (updateActive) => {
    const { sandbox, care } = await platformWith(() => new Response(null, { status: 201 }));
    const options = { sendEmail: 'no', updateActive } as const;
    const failure = await failureOf(care.upsertClient('NEW-1', newActiveClient, options));
    expect(failure).toMatchObject({ name: 'UnexpectedResponseError', message: expect.stringContaining('inactive') });
    expect(sandbox.control.user('NEW-1').active).toBe(false);
  },
);
