import type { Command } from 'commander';
import { newCommand } from '../frame/command.js';
import { choice } from '../frame/option-values.js';
import type { Shell } from '../frame/shell.js';
import { candidates } from './candidates.js';

const name = 'care-platform';

/**
 * Each script gives the words up to the cursor to this command, and gets a candidate a line. It sends no request. If there
 * is no candidate, the shell completes paths.
 */
const scripts = {
  bash: `_care_platform() {
  local IFS=$'\\n'
  COMPREPLY=($(${name} completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _care_platform ${name}
`,
  // A ~/.zshrc without a framework has not loaded what completes. With `-i` it asks no question.
  zsh: `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
_care_platform() {
  local -a found=(\${(f)"$(${name} completion zsh -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#found )); then compadd -- $found; else _files; fi
}
compdef _care_platform ${name}
`,
  fish: `function __care_platform
  set -l found (${name} completion fish -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c ${name} -f -a '(__care_platform)'
`,
} as const;

const shells = ['bash', 'zsh', 'fish'] as const;

export function completionCommand(shell: Shell): Command {
  const command = newCommand('completion', 'Prints a script that completes commands and options at the Tab key', [
    [`source <(${name} completion bash)`, 'a line for ~/.bashrc; for zsh the same in ~/.zshrc'],
    [`${name} completion fish > ~/.config/fish/completions/${name}.fish`, 'for fish'],
  ])
    .argument('<shell>', `one of ${shells.join(', ')}`, choice('completion', shells))
    .argument('[words...]', 'the words to complete, as the script gives them');
  return command.action(async (kind: keyof typeof scripts, words: readonly string[]) => {
    const lines = await candidates(command.parent ?? command, words);
    await shell.write(words.length === 0 ? scripts[kind] : lines.map((line) => `${line}\n`).join(''));
  });
}
