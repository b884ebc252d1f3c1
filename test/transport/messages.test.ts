import { connect } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { messageList } from '../support/message-list.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { expectNothing } from '../support/secrets.js';
import { skipPauses } from '../support/virtual-time.js';
import { endings, logLines, throttles } from './messages/endings.js';
import { brokenConnections, errorResponses, ownResponses, unexpectedResponses } from './messages/responses.js';

const throttle = new OpenThrottle();

test('the messages of requests and throttles read as in messages.txt', { timeout: 60_000 }, async () => {
  skipPauses();
  const list = await messageList({
    'Connections that fail': brokenConnections,
    'Error responses': errorResponses,
    'Responses that are not the platform’s': unexpectedResponses,
    'Responses of a `fetch` of one’s own': ownResponses,
    'Calls that end early': endings,
    'What cannot be sent': {
      'a token that is no text': () => connect({ baseUrl, token: () => 'a b', throttle }),
      'a body that JSON cannot hold': async () => {
        const care = await connectedTo(fetch, { throttle });
        return care.request({ method: 'POST', url: 'x', body: { amount: 1n } }).finally(() => care.close());
      },
    },
    'Limits that are refused or changed': throttles,
    'Log lines': logLines,
  });
  expectNothing(list, '8f31');
  await expect(list).toMatchFileSnapshot('messages.txt');
});
