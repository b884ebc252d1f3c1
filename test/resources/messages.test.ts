import { connect, inlineFile } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { afterEach, expect, test, vi } from 'vitest';
import { messageList, type Provocations } from '../support/message-list.js';
import { expectNothing } from '../support/secrets.js';
import { lostWrites } from './lost-writes.js';
import { diaries } from './messages/diaries.js';
import { feeds } from './messages/feeds.js';
import { plainForms } from './messages/plain-forms.js';
import { refusedInput, targets } from './messages/targets.js';
import { checks, exportJobs, refusedWrites, unknownOutcomes } from './messages/writes.js';
import { wrongArguments } from './wrong-arguments.js';

const scene = lostWrites();

afterEach(() => {
  vi.restoreAllMocks();
});

/** As a program in JavaScript calls it. */
const any = (value: unknown) => value as never;

/** A connection to a sandbox of its own. */
async function connected(baseUrl = 'https://sandbox.example/api/2') {
  const sandbox = createSandbox({ limits: false, baseUrl });
  const care = await connect({ baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  return {
    care,
    client: await care.client({ id: 'EHR-1042' }),
    professional: await care.professional({ id: 'PRO-1' }),
  };
}
const stranger = async () => (await connected('https://other.example/api/2')).professional;

const refusedArguments: Provocations = Object.fromEntries(
  wrongArguments.map(([title, , call]) => [title, async () => call(await connected())]),
);

const users: Provocations = {
  'a client for a professional': async () => {
    const { care, client } = await connected();
    return care.updateProfessional(client, { first_name: 'Ander' });
  },
  'a professional of another platform': async () => {
    const { client } = await connected();
    return client.addRelation({ professional: await stranger(), predicate: 'attends' });
  },
  'a user to add who is undefined': async () => (await connected()).client.addRelation(any(undefined)),
  'relations to sync that are undefined': async () => (await connected()).client.syncRelations(any(undefined)),
  'a user to read who is undefined': async () => (await connected()).care.client(any(undefined)),
  'an id that is a number': async () => (await connected()).care.client({ id: any(5) }),
  'an id with half a letter': async () => (await connected()).care.client({ id: '\ud800' }),
  'a friend by id': async () => (await connected()).care.friend(any({ id: 'x' })),
};

/** The platform refuses these, and does not say what it takes. */
const unknownValues: Provocations = {
  'labels of a client by their texts': async () => (await connected()).client.update({ labels: ['Depression'] }),
  'labels of a professional by their texts': async () => (await connected()).professional.update({ labels: ['x'] }),
  'a group that there is not': async () => (await connected()).professional.setGroups(['therapist']),
};

const files: Provocations = {
  'a text that is no `data:` URL': () => inlineFile(any('Verhoeven')),
  'a `data:` URL that is not base 64': () => inlineFile('data:image/png;base64,a'),
  'a number for a file': () => inlineFile(any(5)),
  'a file that is too large': () => inlineFile(new Uint8Array(101), undefined, { maxBytes: 100 }),
  'an impossible limit of a file': () => inlineFile(new Uint8Array(1), undefined, { maxBytes: -1 }),
};

test('the messages of users, diaries, exports, feeds and files read as in messages.txt', {
  timeout: 60_000,
}, async () => {
  const list = await messageList({
    'Writes that may have been applied': unknownOutcomes(scene),
    'What to check after a write that may have been applied': checks(scene),
    'Writes that were applied or refused': refusedWrites(scene),
    'Exports of one’s own': exportJobs(scene),
    'Arguments that are refused': refusedArguments,
    'Users that are refused': users,
    'Values that the platform does not know': unknownValues,
    'Files that are refused': files,
    'Entries of a diary that are refused': diaries,
    'Plain forms that are refused': plainForms,
    'Feeds that are refused, or wait': feeds,
    'What an error is about': targets,
    'Input that is refused': refusedInput,
  });
  expectNothing(list);
  await expect(list).toMatchFileSnapshot('messages.txt');
});
