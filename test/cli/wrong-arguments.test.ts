import { expect, test } from 'vitest';
import { run, runOnTerminal } from '../support/command.js';
import { messageList, type Provocations } from '../support/message-list.js';

/** A command that connected would end with 5. */
const variables = { CARE_BASE_URL: 'https://nowhere.invalid', CARE_TOKEN: 'svc-secret-token' };

/** By the name of a command: what can be wrong with its arguments. */
const wrongUses: Readonly<Record<string, readonly string[]>> = {
  doctor: ['doctor --jsn', 'doctor now', 'doctor --timeout 0', 'doctor --json --json'],
  check: ['check --onyl 2.9', 'check rules', 'check --only', 'check --only 99', 'check --json --junit -'],
  get: [
    'get',
    'get client',
    'get clinets',
    'get clients --limt 1',
    'get clients --limit many',
    'get clients --fields ,',
  ],
  links: ['links', 'links label', 'links application extra', 'links application --json --csv'],
  follow: ['follow', 'follow application', 'follow client EHR-1042', 'follow application x --limit 0'],
  send: [
    'send',
    'send put x',
    'send patch client EHR-1042',
    'send delete client EHR-1042 --body x',
    'send post client 1',
  ],
  export: ['export', 'export begin', 'export list --limit 0', 'export list all'],
  'export start': ['export start', 'export start client --format pdf', 'export start client --table x'],
  'export start --to': [
    'export start client --to care.db',
    'export start client --to sqlite:x --gzip',
    'export start client --to sqlite:x --format xlsx',
  ],
  'export resume and cancel': ['export resume', 'export cancel', 'export cancel --force'],
  watch: ['watch --once', 'watch --interval 1', 'watch --type labels', 'watch clients', 'watch --exec'],
  types: ['types', 'types - --check', 'types a.ts b.ts', 'types - --name 1a', 'types - --export client'],
  completion: ['completion', 'completion powershell', 'completion --bash'],
  'a token as an argument': ['get clients --token svc-1', 'doctor --api-key=svc-1', 'send --password svc-1'],
  'a profile': ['get clients --profile', 'get clients --profile /nowhere/test.env'],
};

test('wrong arguments end with 2 and one message, on a terminal too, before anything is sent', async () => {
  const groups: Record<string, Provocations> = {};
  for (const [command, lines] of Object.entries(wrongUses)) {
    const runs = await Promise.all(
      lines.map(async (line) => {
        const shown = runOnTerminal(line.split(' '), { ...variables, NO_COLOR: '1' });
        return { line, ...(await run(line.split(' '), variables)), shown: await shown };
      }),
    );
    for (const { line, code, stdout, stderr, shown } of runs) {
      expect(shown, line).toEqual({ code, screen: stderr });
      expect({ code, stdout }, line).toEqual({ code: 2, stdout: '' });
      expect(stderr, line).toMatch(/^care-platform: .+\n$/);
      expect(stderr, line).not.toContain('svc-');
    }
    groups[command] = Object.fromEntries(runs.map(({ line, stderr }) => [line, () => [stderr.trim()]]));
  }
  await expect(await messageList(groups)).toMatchFileSnapshot('argument-messages.txt');
});

test('a word of help that is no command is refused', async () => {
  expect(await run(['help', 'clinets'])).toMatchObject({ code: 2, stdout: '' });
});
