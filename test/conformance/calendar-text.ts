import type { Client } from 'care-platform';
import { expect } from 'vitest';
import type { Scene } from './rule.js';

/** One component of a calendar: its properties by name, each with its parameters and its value as they are written. */
export type Todo = ReadonlyMap<string, { readonly parameters: string; readonly value: string }>;

/** The calendar of a client as it travels, and the same on both sides: its lines, unfolded, and its `VTODO`s. */
export async function calendarOf(
  client: Client,
  raw: Scene['raw'],
): Promise<{ written: string; lines: string[]; todos: Todo[] }> {
  const text = await client.calendar();
  const written = await (await raw('GET', client.links.get('planning.ics').url)).text();
  expect(unfolded(written)).toBe(text);
  const lines = text.split('\r\n');
  const todos: Todo[] = [];
  let todo: Map<string, { parameters: string; value: string }> | undefined;
  for (const line of lines) {
    const [, name = '', parameters = '', value = ''] = /^([^:;]+)(;[^:]*)?:(.*)$/.exec(line) ?? [];
    if (line === 'BEGIN:VTODO') todo = new Map();
    else if (line === 'END:VTODO' && todo !== undefined) todos.push(todo);
    else todo?.set(name, { parameters, value });
  }
  return { written, lines, todos };
}

export const unfolded = (ics: string) => ics.replaceAll(/\r\n[ \t]/g, '');

export const valuesOf = (todos: readonly Todo[], name: string) => todos.map((todo) => todo.get(name)?.value);
