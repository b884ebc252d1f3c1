/** A server has a token for each visitor. Those of the last visitors are enough, and their number must be bounded. */
const maxKnown = 1000;

/** The tokens of all connections of this process, those of `as` and earlier ones too. No error may show them. */
export const knownTokens = new Set<string>();

export function rememberToken(token: string): void {
  for (const oldest of knownTokens.add(token)) if (knownTokens.size > maxKnown) knownTokens.delete(oldest);
}
