/** Characters that act on a terminal, break a line or change the order in which the others are read. */
const acting = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Characters of a whole message. */
export const mostOfMessage = 4000;

/**
 * A text from outside as it may stand in a message, a log or a terminal: bounded, and without characters that act there.
 * What came from outside are the texts of the platform, of gateways, of Redis and of the caller.
 */
export function printable(text: string, most = 200): string {
  const isLong = text.length > most;
  const escaped = cut(text, most).replace(acting, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return isLong || escaped.length > most ? `${cut(escaped, most)}…` : escaped;
}

/** At whole characters: the half of one would end in an escape. */
function cut(text: string, most: number): string {
  const isWithin = text.length > most && (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return text.slice(0, isWithin ? most - 1 : most);
}
