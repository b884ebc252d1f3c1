import type { Shell } from '../frame/shell.js';
import { describeMachine } from '../frame/version.js';
import { plainLine } from '../output/fields.js';
import { jsonText } from '../output/list-printer.js';
import type { Finding } from './finding.js';

/** Prints the findings as they come, or all together as JSON. */
export interface Reporter {
  add(name: string, finding: Finding): Promise<void>;
  end(): Promise<void>;
}

export function reporter(isJson: boolean, shell: Shell): Reporter {
  return isJson ? jsonReporter(shell) : lineReporter(shell);
}

function jsonReporter(shell: Shell): Reporter {
  const steps: object[] = [];
  return {
    async add(name, { exitCode: _, ...finding }) {
      steps.push({ name, ...finding });
    },
    end: () => shell.write(`${jsonText({ ...describeMachine(), steps }, shell)}\n`),
  };
}

const colours = { ok: 'green', warning: 'yellow', failed: 'red', skipped: 'gray' } as const;

function lineReporter(shell: Shell): Reporter {
  const { version, node, system, time } = describeMachine();
  let before = `care-platform ${version}, Node ${node}, ${system}, ${time}\n\n`;
  return {
    async add(name, { outcome, text, advice }) {
      const line = `${shell.style(colours[outcome], outcome.padEnd(8))} ${name.padEnd(12)} ${plainLine(text)}\n`;
      const more = advice === undefined ? '' : `${' '.repeat(22)}${advice}\n`;
      await shell.write(before + line + more);
      before = '';
    },
    end: async () => undefined,
  };
}
