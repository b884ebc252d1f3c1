/** What to do about a reason that Redis gives, by the word in it. Without a word of ours its own is enough. */
const lasting: readonly (readonly [reason: RegExp, advice: string])[] = [
  [
    /\bCROSSSLOT\b/,
    "Put braces around the `key`, as in '{care-platform}': a cluster then keeps the budget in one slot.",
  ],
  [/\b(?:MOVED|ASK) \d/, 'Give a client of the node of the cluster that holds the `key`.'],
  [/\bSELECT is not allowed\b|\bDB index\b/, 'Give a client of a database that the server has: a cluster has only 0.'],
  [/\b(?:NOAUTH|WRONGPASS)\b|invalid password/i, 'Give a client with the user name and the password of the server.'],
  [/\bNOPERM\b/, 'Allow its user scripts, hashes, sorted sets, publish and subscribe.'],
  [/\bWRONGTYPE\b/, 'Another program uses these keys: choose another `key`.'],
  [/unknown command/i, 'The server has to allow the commands of scripts.'],
];

/** For a failure that no wait cures: what to do. `undefined` for one that may pass. */
export function lastingAdvice(reason: string): string | undefined {
  return lasting.find(([pattern]) => pattern.test(reason))?.[1];
}
