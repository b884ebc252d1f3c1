/** A misspelt name would pass for success: tests in other languages, and in JavaScript, have no types to tell them. */
export function checkOffered(what: string, given: readonly string[], offered: readonly string[]): void {
  const unknown = given.find((name) => !offered.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`There is no ${what} \`${unknown}\`; there are: ${offered.join(', ')}`);
}
