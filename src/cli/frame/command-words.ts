/** The options of the library that its messages name, as a person at a terminal knows them. */
const words: readonly (readonly [RegExp, string])[] = [
  [/`baseUrl`/g, 'CARE_BASE_URL'],
  [/`timeout`/g, '--timeout'],
  [/`allowHttp`/g, '--allow-http'],
  [/`retryPolicy` does not allow it/g, 'it could be applied twice'],
];

export function inCommandWords(message: string): string {
  return words.reduce((text, [option, word]) => text.replace(option, word), message);
}
