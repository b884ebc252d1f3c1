/** The options of the library that its messages name, as a person at a terminal sets them. */
const words: readonly (readonly [RegExp, string])[] = [
  [/`baseUrl`/g, 'CARE_BASE_URL'],
  [/`timeout`/g, '--timeout'],
  [/`allowHttp`/g, '--allow-http'],
];

export function inCommandWords(message: string): string {
  return words.reduce((text, [option, word]) => text.replace(option, word), message);
}
