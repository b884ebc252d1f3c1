/**
 * A text as a literal of TypeScript, on one line. Characters that end a line, are invisible or turn the direction of reading are
 * escaped: a text of the platform must not look like code, or hide in it.
 */
export function quote(text: string): string {
  return escapeHidden(JSON.stringify(text));
}

/** JSON on one line, for a comment. */
export function quoteJson(value: unknown): string {
  return escapeHidden(JSON.stringify(value));
}

function escapeHidden(json: string): string {
  return json.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => escapeUnit(character.charCodeAt(index))).join(''),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
