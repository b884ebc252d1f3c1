import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';
import { controlledServer } from './controlled-server.js';
import { describedHooks } from './described-hooks.js';

const server = controlledServer();

const call = (name: string, given: readonly unknown[]) =>
  fetch(`${server.url}/_sandbox/hooks/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });

const names = Object.keys(createSandbox().control);

test('every hook is described, in the order of its arguments', async () => {
  const hooks = await describedHooks(server);
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
  const hook = (await describedHooks(server)).find((described) => described.name === name);
  const response = await call(name, hook?.example ?? []);
  expect([response.ok, await response.text()]).toEqual([true, expect.any(String)]);
});

test.each(names)('the hook %s refuses what its description excludes', async (name) => {
  const hook = (await describedHooks(server)).find((described) => described.name === name);
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
  const schemas = (await describedHooks(server)).flatMap((hook) =>
    hook.arguments.flatMap(({ schema }) => everySchema({ ...schema })),
  );
  expect(schemas.length).toBeGreaterThan(100);
  const silent = schemas.filter(
    ({ type, enum: choices, anyOf, description }) => (type ?? choices ?? anyOf ?? description) === undefined,
  );
  expect(silent).toEqual([]);
});
