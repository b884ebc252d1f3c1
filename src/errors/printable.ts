/** Characters that control a terminal, break a line or change the reading order. */
const acting = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The longest message, in characters. */
export const maxMessageLength = 4000;

/**
 * A text from outside, made safe for a message, a log or a terminal: limited in length and without control characters.
 * Texts of the platform, of gateways, of Redis and of the caller come from outside.
 */
export function printable(text: string, maxLength = 200): string {
  const escaped = cut(text, maxLength).replace(acting, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  const shown = cut(escaped, maxLength);
  return text.length > maxLength || shown !== escaped ? `${shown}…` : shown;
}

/** Never cuts a character in two: its half would end in an escape. */
function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '') : text;
}
