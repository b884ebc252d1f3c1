import { readFileSync } from 'node:fs';

/** A command of a session in a page of documentation, and what a terminal shows after it. */
export interface GuideCommand {
  readonly command: string;
  readonly shown: string;
}

/** The commands of all `console` blocks of a page, in their order. */
export function sessionOf(page: string): GuideCommand[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```console\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        return { command: part.slice(0, end), shown: part.slice(end + 1) };
      }),
  );
}

/** Matches what a page shows. `…` stands for any text of a line, and a line of its own for any lines. */
export function patternOf(shown: string): RegExp {
  const lines = shown.split('\n').map((line) => (line === '…' ? '[\\s\\S]*' : line.split('…').map(escaped).join('.*')));
  return new RegExp(`^${lines.join('\n')}$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
