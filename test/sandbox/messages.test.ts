import { createSandbox, type SandboxOptions } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { messageList, type Provocations } from '../support/message-list.js';
import { control } from './messages/control.js';
import { faults } from './messages/faults.js';
import { platform } from './messages/platform.js';
import { remoteControl } from './messages/remote.js';

const made = (options: object) => () => createSandbox(options as SandboxOptions);

const options: Provocations = {
  'an origin that is none': made({ cors: { origins: ['localhost'] } }),
  'a path segment that is unknown': made({ paths: { dairy: 'journal' } }),
  'a base URL without a scheme': made({ baseUrl: 'care.example' }),
  'a port that is a text': () => createSandbox().listen({ port: '4010' } as never),
  'an origin with a path': made({ cors: { origins: ['http://localhost:3000/x'] } }),
};

test('the messages of the sandbox read as in messages.txt', async () => {
  const list = await messageList({
    'What the platform reports': platform,
    'What the control refuses': control,
    'What the control of a server refuses': remoteControl,
    'Faults that are refused': faults,
    'Options that are refused': options,
  });
  await expect(list).toMatchFileSnapshot('messages.txt');
});
