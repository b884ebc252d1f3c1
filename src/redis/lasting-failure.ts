/** Advice by the reason that Redis gives. Other reasons need no advice of ours. */
const lasting: readonly (readonly [reason: RegExp, advice: string])[] = [
  [
    /\bCROSSSLOT\b/,
    "Put braces around the `key`, as in '{care-platform}', so that a cluster keeps the budget in one slot.",
  ],
  [/\b(?:MOVED|ASK) \d/, 'Pass a client of the cluster node that holds the `key`.'],
  [/\bSELECT is not allowed\b|\bDB index\b/, 'Pass a client of an existing database: a cluster has only database 0.'],
  [/\b(?:NOAUTH|WRONGPASS)\b|invalid password/i, 'Pass a client with the user name and password of the server.'],
  [/\bNOPERM\b/, 'Allow its user to run scripts, hashes, sorted sets, publish and subscribe.'],
  [/\bWRONGTYPE\b/, 'Another program uses these keys: choose another `key`.'],
  [/unknown command/i, 'Allow the commands of scripts on the server.'],
];

/** Advice for a permanent failure; `undefined` if the failure may be temporary. */
export function lastingAdvice(reason: string): string | undefined {
  return lasting.find(([pattern]) => pattern.test(reason))?.[1];
}
