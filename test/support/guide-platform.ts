// `node --import`, before a guide's program: the platforms of the guides are sandboxes, and the environment is that of the
// guide's reader. So the code is what the reader sees, letter by letter.
import { createSandbox } from 'care-platform/sandbox';

const baseUrl = 'https://app.example.org/api/2';
const sandbox = createSandbox({
  baseUrl,
  clock: { start: new Date() },
  settings: { exportQueuedFor: 0, exportRunsFor: 50 },
});
// In a container beside the reader's. It has the same tokens.
const nearby = createSandbox({ baseUrl: 'http://platform:4010/api/2' });

const outside = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const platform = [sandbox, nearby].find((candidate) => url.startsWith(candidate.baseUrl));
  return platform === undefined ? outside(input, init) : platform.fetch(input, init);
};

// A reader has only the own token: a request that its user may not send fails.
const { apiUser, client: clientToken } = sandbox.tokens;
const reader = process.env.GUIDE_READER;
process.env.CARE_TOKEN = reader === 'client' ? clientToken : apiUser;

const [client] = sandbox.control.users('client');
if (reader !== 'integration') {
  process.env.CARE_USER_TOKEN = clientToken;
  process.env.CARE_USER_URL = `${baseUrl}/c/${client?.key ?? ''}`;
}
sandbox.control.assignTask(client?.key ?? '', { title: 'Fill in the weekly questionnaire' });
sandbox.control.addConversation(client?.key ?? '', { subject: 'How is it going?', unread: 1 });

// A service runs until it is stopped. Here it runs for a moment.
setTimeout(() => process.emit('SIGTERM'), 1500).unref();
