import { isObject } from '../../frame/json-object.js';
import { lineCounter, type PersonRow, type RefuseLine } from './person-row.js';

/** The objects of a JSON list. */
export function jsonRows(text: string, refuse: RefuseLine): readonly PersonRow[] {
  const people = parseJson(text, refuse);
  if (!Array.isArray(people))
    throw refuse(1, 'The file must hold a list of people, such as [{"first_name": "Jo", …}].');
  const lines = linesOfItems(text);
  return people.map((person: unknown, index) => {
    const line = lines[index] ?? 1;
    if (isObject(person)) return { line, person };
    throw refuse(line, 'A person must be an object.');
  });
}

function parseJson(text: string, refuse: RefuseLine): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The rest of the message would quote the file.
    const [, position] = /at position (\d+)/.exec(String(error)) ?? [];
    throw refuse(lineCounter(text)(Number(position ?? text.length)), 'This is not valid JSON.');
  }
}

/** The line on which each item of the outer list begins. The text is valid JSON. */
function linesOfItems(text: string): readonly number[] {
  const lines: number[] = [];
  let depth = 0;
  let isBetween = true;
  const lineOf = lineCounter(text);
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]|[^\s[\]{},":]+/g)) {
    if (depth === 1 && isBetween && token !== ']') lines.push(lineOf(index));
    isBetween = depth === 0 || (depth === 1 && token === ',');
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
  }
  return lines;
}
