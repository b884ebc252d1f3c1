// npm run terminal-picture: draws docs/terminal.svg, some of the session in docs/guides/terminal.md. A test runs that session, so
// that the picture shows what a terminal shows.
import { readFileSync, writeFileSync } from 'node:fs';

const commands = ['doctor', 'get clients --limit 3', 'follow client EHR-1042 relations.items', 'watch --once'];
const [left, top, lineHeight, letterWidth] = [24, 64, 22, 8.43];

const page = readFileSync(new URL('../docs/guides/terminal.md', import.meta.url), 'utf8');
const lines = commands.flatMap((command) => [...linesOf(command), '']).slice(0, -1);
const file = new URL('../docs/terminal.svg', import.meta.url);
writeFileSync(file, drawing(lines));
console.log(`Drawn in ${file.pathname}.`);

/** The line of a command in the guide, and what it shows. */
function linesOf(command: string): string[] {
  const [, shown] = page.split(`\n$ care-platform ${command}`);
  if (shown === undefined) throw new Error(`The guide has no command that begins with ${command}.`);
  const [block = ''] = `$ care-platform ${command}${shown}`.split(/\n(?:\$ |```)/);
  return block.split('\n');
}

function drawing(texts: readonly string[]): string {
  const width = Math.round(2 * left + letterWidth * Math.max(...texts.map((text) => text.length)));
  const height = top + texts.length * lineHeight + 6;
  const rows = texts.map((text, index) => {
    const y = top + index * lineHeight;
    return `<text x="${left}" y="${y}"${styleOf(text)} xml:space="preserve">${escapeMarkup(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" fill="#d1d7e0">
<title>A terminal: the way to the platform is checked, clients and relations are listed, and changes are read</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${['#ff5f57', '#febc2e', '#28c840'].map((colour, index) => `<circle cx="${24 + index * 20}" cy="22" r="6" fill="${colour}"/>`).join('')}
${rows.join('\n')}
</svg>
`;
}

function styleOf(text: string): string {
  if (text.startsWith('$ ')) return ' fill="#fff" font-weight="600"';
  return /^\d+ of \d+\.$|^…$/.test(text) ? ' fill="#8b949e"' : '';
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>]/g, (letter) => `&#${letter.codePointAt(0)};`);
}
