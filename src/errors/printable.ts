/** Characters that act on a terminal, break a line or change the order in which the others are read. */
const acting = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Characters of a whole message. */
export const mostOfMessage = 4000;

/**
 * A text from outside as it may stand in a message, a log or a terminal: bounded, and without characters that act there.
 * What came from outside are the texts of the platform, of gateways, of Redis and of the caller.
 */
export function printable(text: string, most = 200): string {
  const escaped = cut(text, most).replace(acting, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  const shown = cut(escaped, most);
  return text.length > most || shown !== escaped ? `${shown}…` : shown;
}

/** At whole characters: the half of one would end in an escape. */
function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text;
}
