import { DiarySchema } from 'care-platform';
import { expect, test } from 'vitest';
import * as z from 'zod';

const schemaOf = (...fields: readonly object[]) =>
  new DiarySchema(
    { '@id': 'https://care.example/ns/diary/schema/entry#made:1', title: 'Made', fields } as never,
    new URL('https://care.example/'),
  );
const field = (name: string, type: string, more: object = {}) => ({ name, title: name.toUpperCase(), type, ...more });
const propertiesOf = (...fields: readonly object[]) => schemaOf(...fields).jsonSchema().properties;

test('a description and a default are in the JSON Schema only if the field has them', () => {
  expect(
    propertiesOf(
      field('plain', 'text', { required: true }),
      field('full', 'text', { required: true, description: 'In one sentence.', default: 'Fine' }),
      field('empty', 'text', { required: true, description: '', default: null }),
    ),
  ).toStrictEqual({
    plain: { title: 'PLAIN', type: 'string' },
    full: { title: 'FULL', type: 'string', description: 'In one sentence.', default: 'Fine' },
    empty: { title: 'EMPTY', type: 'string', description: '' },
  });
});

test('a field of an unknown type takes any value, and null unless it is required', () => {
  const [needed, free] = [field('needed', 'location', { required: true }), field('free', 'location')];
  expect(propertiesOf(needed, free)).toStrictEqual({
    needed: { title: 'NEEDED', type: ['object', 'array', 'string', 'number', 'boolean'] },
    free: { title: 'FREE' },
  });
  const schema = schemaOf(needed, free);
  const reader = z.fromJSONSchema(schema.jsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);
  for (const value of [{ a: 1 }, [], 'here', 0, false, null]) {
    for (const values of [{ needed: value }, { needed: 1, free: value }]) {
      expect(reader.safeParse(values).success, JSON.stringify(values)).toBe(schema.validate(values).length === 0);
    }
  }
});

test('an integer has the bounds that the field has, and a choice without choices is any text', () => {
  expect(
    propertiesOf(
      field('low', 'integer', { required: true, min: 0 }),
      field('high', 'integer', { required: true, max: 10 }),
      field('any', 'choice', { required: true }),
    ),
  ).toStrictEqual({
    low: { title: 'LOW', type: 'integer', minimum: 0 },
    high: { title: 'HIGH', type: 'integer', maximum: 10 },
    any: { title: 'ANY', type: 'string' },
  });
});

test('a form starts with the defaults of the fields that have one', () => {
  const schema = schemaOf(
    field('a', 'text', { default: '' }),
    field('b', 'integer', { default: 0 }),
    field('c', 'text'),
  );
  expect(schema.defaults()).toStrictEqual({ a: '', b: 0 });
  expect(schemaOf(field('a', 'text', { default: null })).defaults()).toStrictEqual({});
});

test.each([null, 'text', 7, []])('%j is no set of values', (values) => {
  expect(schemaOf(field('a', 'text')).validate(values as never)).toMatchObject([{ name: '(whole)' }]);
});
