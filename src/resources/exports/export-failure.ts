import { ExportFailedError } from '../../errors/export-errors.js';
import { printable } from '../../errors/printable.js';

const maxExtra = 100;

const noFileHint = ' It offers no file: only the user who started the export can download it.';
const stateHints: Record<string, string> = {
  archived: ' The file is kept for 24 hours after completion: start the export again.',
  completed: noFileHint,
  ready: noFileHint,
};

/** The error for an export that ended in that state, with the platform's reason. */
export function exportFailure(state: string, reason: string, extra: readonly unknown[]): ExportFailedError {
  const [word, why] = [printable(state), printable(reason)];
  const message = `The export ended as ${word}${why ? `: ${why}` : ''}.${stateHints[state] ?? ''}`.replace('..', '.');
  const values = extra.slice(0, maxExtra).map((entry) => printableValue(entry));
  return new ExportFailedError(message, { state: word, reason: why, extra: values });
}

/** A JSON value with printable texts, down to a limited depth. */
function printableValue(value: unknown, depth = 4): unknown {
  if (typeof value === 'string') return printable(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => printableValue(item, depth - 1));
  const entries = Object.entries(value).slice(0, 100);
  return Object.fromEntries(entries.map(([name, item]) => [printable(name), printableValue(item, depth - 1)]));
}
