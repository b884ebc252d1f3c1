import {
  type Client,
  clientInput,
  clientUpdateInput,
  connect,
  contentTypeFilters,
  exportInput,
  friendUpdateInput,
  genders,
  isKnownChoice,
  knownGroups,
  labelInput,
  predicates,
  professionalInput,
  professionalUpdateInput,
  relationInput,
  type StandardSchema,
  toolInput,
} from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { newClient, newProfessional } from '../support/people.js';

const check = (schema: StandardSchema<unknown>, value: unknown) => schema['~standard'].validate(value);
const schemas = {
  ...{ clientInput, clientUpdateInput, professionalInput, professionalUpdateInput, relationInput },
  ...{ friendUpdateInput, labelInput, toolInput, exportInput },
  ...{ contentTypeFilters, genders, knownGroups, predicates },
};

describe('a schema of an input', () => {
  test.each(Object.entries(schemas))('is a Standard Schema: %s', (_, schema) => {
    const { version, vendor, validate } = schema['~standard'];
    expect([version, vendor, typeof validate]).toEqual([1, 'care-platform', 'function']);
  });

  test.each<[string, StandardSchema<never>, unknown]>([
    ['a client', clientInput as StandardSchema<never>, newClient],
    ['changes of a client', clientUpdateInput as StandardSchema<never>, { phone_number: null }],
    ['a professional', professionalInput as StandardSchema<never>, newProfessional],
    ['changes of a professional', professionalUpdateInput as StandardSchema<never>, {}],
    ['a relation', relationInput as StandardSchema<never>, { professional: { id: '1' }, predicate: 'attends' }],
    ['changes of a friend', friendUpdateInput as StandardSchema<never>, { picture: null, name: 'Fenna' }],
    ['a label', labelInput as StandardSchema<never>, { label: 'Waiting list' }],
    ['a tool', toolInput as StandardSchema<never>, { id: '1', therapist: { id: 'PRO-1' }, notify: false }],
    ['an export', exportInput as StandardSchema<never>, { name: 'client', filters: [], output_format: 'csv' }],
  ])('accepts %s, and returns it as it was given', (_, schema, value) => {
    const result = check(schema, value);
    expect(result).toEqual({ value });
    expect('value' in result && result.value).toBe(value);
  });

  test('reports each problem with its path and its code', () => {
    const wrong = {
      ...newClient,
      email: 'Fenna',
      labels: ['a', 5],
      gender: 'x',
      frist_name: 'A',
      last_name: undefined,
    };
    const { issues = [] } = check(clientInput, wrong);
    expect(issues.map(({ path, code }) => [path, code])).toEqual(
      expect.arrayContaining([
        [['email'], 'invalid-format'],
        [['labels', 1], 'wrong-type'],
        [['gender'], 'unknown-value'],
        [['frist_name'], 'unknown-field'],
        [['last_name'], 'required'],
      ]),
    );
    expect(issues.every(({ message }) => message.length > 0)).toBe(true);
    for (const value of [null, undefined, 'x', [], 5]) {
      expect(check(clientInput, value).issues).toMatchObject([{ path: [] }]);
    }
  });

  test.each<[StandardSchema<never>, unknown, PropertyKey[], string]>([
    [friendUpdateInput as StandardSchema<never>, { email: 'Fenna' }, ['email'], 'invalid-format'],
    [labelInput as StandardSchema<never>, {}, ['label'], 'required'],
    [toolInput as StandardSchema<never>, { id: '1', notify: 'yes' }, ['notify'], 'wrong-type'],
    [
      exportInput as StandardSchema<never>,
      { name: 'client', filters: [{ name: 1 }] },
      ['filters', 0, 'name'],
      'wrong-type',
    ],
    [
      exportInput as StandardSchema<never>,
      { name: 'client', output_format: 'pdf' },
      ['output_format'],
      'unknown-value',
    ],
  ])('reports a problem of %# with its path and its code', (schema, value, path, code) => {
    expect(check(schema, value).issues).toEqual(expect.arrayContaining([expect.objectContaining({ path, code })]));
  });

  test('accepts what the methods accept, and no more', async () => {
    const sandbox = createSandbox({ limits: false });
    using care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
    const client: Client = await care.client({ id: 'EHR-1042' });
    const inputs = [{ infix: 'van' }, { infix: 5 }, { email: 'A@b.example' }, { gender: null }, { nmae: 'x' }, {}];
    for (const fields of inputs) {
      const isAccepted = await client.update(fields as object).then(
        () => true,
        () => false,
      );
      expect([fields, check(clientUpdateInput, fields).issues === undefined]).toEqual([fields, isAccepted]);
    }
  });
});

describe('a list of choices', () => {
  test('has the values, and cannot be changed', () => {
    expect(genders).toEqual(['m', 'f', 'other', 'unknown']);
    expect(predicates).toEqual(['attends', 'supervises']);
    expect(JSON.stringify(knownGroups)).toContain('"therapists"');
    expect(Object.keys(genders)).toEqual(['0', '1', '2', '3']);
    expect(Object.isFrozen(genders)).toBe(true);
    expect(isKnownChoice(genders, 'm')).toBe(true);
  });

  test.each<[unknown, string]>([
    ['x', 'unknown-value'],
    ['', 'required'],
    [null, 'required'],
    [undefined, 'required'],
    [5, 'unknown-value'],
  ])('refuses %s as %s', (value, code) => {
    expect(check(genders, value)).toMatchObject({ issues: [{ code }] });
    expect(check(genders, 'f')).toEqual({ value: 'f' });
  });
});
