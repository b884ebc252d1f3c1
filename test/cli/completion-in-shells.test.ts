import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { describeWithPrograms } from '../services/suite.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A home with the command, and with a file to complete. */
async function openHome() {
  const home = await temporaryFolder();
  const program = [process.execPath, '--import', resolve('test/support/source-package.ts'), resolve('src/cli.ts')];
  writeFileSync(join(home, 'care-platform'), `#!/bin/sh\nexec ${program.join(' ')} "$@"\n`, { mode: 0o755 });
  writeFileSync(join(home, 'changes.json'), '{}');
  const env = { PATH: `${home}:${process.env.PATH}`, HOME: home, TERM: 'xterm' };
  const run = async (file: string, ...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(file, args, { env, cwd: home, timeout: 90_000 });
    return stdout.split('\n').slice(0, -1);
  };
  return { home, run };
}

/** What is typed, and each line that the Tab key may make of it. */
const typed: readonly (readonly [line: string, ends: readonly string[]])[] = [
  ['wat', ['watch']],
  ['get prof', ['professionals', 'professional']],
  ['export re', ['resume']],
  ['watch --cu', ['--cursor']],
  ['check --only ROOT-', ['ROOT-1', 'ROOT-2', 'ROOT-5', 'ROOT-6']],
  ['export start client --format ', ['csv', 'json', 'xlsx']],
  ['export start client --format=x', ['--format=xlsx']],
  ["get --limit '3' cat", ['catalogue']],
  ['send patch client EHR-1042 --body chang', ['changes.json']],
  // No option begins so, and no path either.
  ['get clients --nothing', []],
];

test('bash completes with the script', async () => {
  const { run } = await openHome();
  const completed = `eval "$(care-platform completion bash)"
    COMP_WORDS=(care-platform get prof); COMP_CWORD=2; _care_platform; printf '%s\n' "\${COMPREPLY[@]}"`;
  expect(await run('bash', '-c', completed)).toEqual(['professionals', 'professional']);
});

/** Types each line into a session of zsh, and prints a line with what was offered. */
const zshSession = `zmodload zsh/zpty
zpty session zsh -f -i
zpty -w session 'source session.zsh; print REA""DY'
zpty -r -m session output '*READY*'
while IFS= read -r line; do
  rm -f offered done
  # Ctrl-T is bound to completion in session.zsh.
  zpty -w -n session "care-platform $line"$'\\x14'
  until [[ -e done ]]; do sleep 0.05; done
  print -r -- \${(u)\${(f)"$(cat offered 2>/dev/null)"}}
done`;

/** The line that a framework would have is missing on purpose: the script loads the completion itself. */
const zshSettings = `source <(care-platform completion zsh)
compadd() {
  local -a matches
  builtin compadd -O matches "$@"
  print -rl -- $matches >> offered
  builtin compadd "$@"
}
completes() { zle complete-word; BUFFER=; touch done }
zle -N completes
bindkey '^T' completes
`;

describeWithPrograms('the script of another shell', ['zsh', 'fish'], () => {
  test('completes at the Tab key in zsh', async () => {
    const { home, run } = await openHome();
    writeFileSync(join(home, 'session.zsh'), zshSettings);
    writeFileSync(join(home, 'lines'), typed.map(([line]) => `${line}\n`).join(''));
    const offered = await run('zsh', '-f', '-c', `{ ${zshSession} } < lines`);
    expect(offered).toEqual(typed.map(([, ends]) => ends.join(' ')));
  });

  test('completes at the Tab key in fish', async () => {
    const { home, run } = await openHome();
    const folder = join(home, '.config/fish/completions');
    mkdirSync(folder, { recursive: true });
    const script = await run('care-platform', 'completion', 'fish');
    writeFileSync(join(folder, 'care-platform.fish'), script.join('\n'));
    for (const [line, ends] of typed) {
      const offered = await run('fish', '-c', 'complete -C "care-platform $argv[1]"', line);
      expect(offered.toSorted(), line).toEqual(ends.toSorted());
    }
  });
});
