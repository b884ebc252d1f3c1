import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';
import { controlledServer } from './controlled-server.js';

interface DescribedHook {
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly optional: boolean; readonly schema: object }[];
  readonly example: readonly unknown[];
}

const server = controlledServer();

const call = (name: string, given: readonly unknown[]) =>
  fetch(`${server.url}/_sandbox/hooks/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });

async function describedHooks(): Promise<readonly DescribedHook[]> {
  return (await fetch(`${server.url}/_sandbox/hooks`)).json() as Promise<readonly DescribedHook[]>;
}

const names = Object.keys(createSandbox().control);

test('every hook is described, in the order of its arguments', async () => {
  const hooks = await describedHooks();
  expect(hooks.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  expect(hooks.find(({ name }) => name === 'assignTask')).toEqual({
    name: 'assignTask',
    arguments: [
      { name: 'user', optional: false, schema: { type: 'string', description: expect.any(String) } },
      {
        name: 'text',
        optional: true,
        schema: {
          type: 'object',
          properties: { title: { type: 'string' }, message: { type: 'string' } },
          required: [],
          additionalProperties: false,
        },
      },
    ],
    example: ['EHR-1042', { title: 'Read this', message: 'When you have time.' }],
  });
});

test.each(names)('the hook %s takes its example over HTTP', async (name) => {
  const { sandbox } = server;
  // An export is the one thing that examples refer to and that no sandbox begins with.
  await ask(sandbox, 'POST', '/export', { body: { name: 'client' } });
  const hook = (await describedHooks()).find((described) => described.name === name);
  const response = await call(name, hook?.example ?? []);
  expect([response.ok, await response.text()]).toEqual([true, expect.any(String)]);
});

test.each(names)('the hook %s refuses what its description excludes', async (name) => {
  const hook = (await describedHooks()).find((described) => described.name === name);
  const given = hook?.example ?? [];
  const takes = hook?.arguments ?? [];
  expect(given.length).toBeLessThanOrEqual(takes.length);
  const needed = takes.filter(({ optional }) => !optional).length;
  const wrong = [
    [...takes.map(() => null), 'one too many'],
    ...takes.map((_, at) => [...given.slice(0, at), ['wrong', 7], ...given.slice(at + 1)]),
    ...(needed > 0 ? [given.slice(0, needed - 1)] : []),
  ];
  for (const list of wrong) expect((await call(name, list)).status, JSON.stringify(list)).toBe(400);
});

/** The schemas inside a schema, with itself. */
function everySchema(schema: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema;
  const inside = [...Object.values(properties as object), items, additionalProperties, ...(anyOf as unknown[])];
  return [schema, ...inside.flatMap((part) => (typeof part === 'object' ? everySchema({ ...part }) : []))];
}

test('each part of an argument has a type, a choice or a description', async () => {
  const schemas = (await describedHooks()).flatMap((hook) =>
    hook.arguments.flatMap(({ schema }) => everySchema({ ...schema })),
  );
  expect(schemas.length).toBeGreaterThan(100);
  const silent = schemas.filter(
    ({ type, enum: choices, anyOf, description }) => (type ?? choices ?? anyOf ?? description) === undefined,
  );
  expect(silent).toEqual([]);
});

test('the example of a sandbox without people says what belongs there', async () => {
  const empty = createSandbox({ clients: 0 });
  await using other = await empty.listen({ control: true });
  const hooks = (await (await fetch(`${other.url}/_sandbox/hooks`)).json()) as readonly DescribedHook[];
  expect(hooks.find(({ name }) => name === 'completeTask')?.example).toEqual(['the key of a task']);
});
