// `node --import`, before a guide's program: the platform of the guides, `https://app.example.org/api/2`, is a sandbox, and
// the environment is that of a service. So the code is what the reader sees, letter by letter.
import { createSandbox } from 'care-platform/sandbox';

const baseUrl = 'https://app.example.org/api/2';
const sandbox = createSandbox({
  baseUrl,
  clock: { start: new Date() },
  settings: { exportQueuedFor: 0, exportRunsFor: 50 },
});
process.env.CARE_TOKEN = sandbox.tokens.apiUser;

const outside = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  return url.startsWith(baseUrl) ? sandbox.fetch(input, init) : outside(input, init);
};

const [client] = sandbox.control.users('client');
// The token of the user that the guides are for: what a client may not do fails.
process.env.CARE_USER_TOKEN = sandbox.tokens.client;
process.env.CARE_USER_URL = `${baseUrl}/c/${client?.key ?? ''}`;
sandbox.control.assignTask(client?.key ?? '', { title: 'Fill in the weekly questionnaire' });
sandbox.control.addConversation(client?.key ?? '', { subject: 'How is it going?', unread: 1 });

// What a service does until it is told to stop, it does for a moment.
setTimeout(() => process.emit('SIGTERM'), 1500).unref();
