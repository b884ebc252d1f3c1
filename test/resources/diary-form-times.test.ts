import { DiarySchema, InputError } from 'care-platform';
import { describe, expect, test } from 'vitest';

const schema = DiarySchema.restore({
  ...{ '@id': 'x#x:1', '@base': 'https://care.example/api/2/', title: 'X' },
  fields: [{ name: 'f', type: 'text', title: 'A' }],
});
const formOf = (values: Readonly<Record<string, string>>) => new URLSearchParams(values);

describe('the time of an entry in a form', () => {
  test.each([
    ['2026-07-01T10:00Z', undefined, '2026-07-01T10:00:00.000Z'],
    ['2026-07-01T10:00:05.5+02:00', undefined, '2026-07-01T08:00:05.500Z'],
    ['2026-07-01T10:00', 'Europe/Amsterdam', '2026-07-01T08:00:00.000Z'],
    ['2026-01-01T10:00', 'Europe/Amsterdam', '2026-01-01T09:00:00.000Z'],
    ['2026-01-01 10:00:30', 'America/Curacao', '2026-01-01T14:00:30.000Z'],
    ['2026-01-01T10:00', 'Asia/Kathmandu', '2026-01-01T04:15:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Amsterdam', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T01:59', 'Europe/Amsterdam', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Amsterdam', '2026-03-29T01:00:00.000Z'],
    ['2026-12-31T23:30', 'Pacific/Kiritimati', '2026-12-31T09:30:00.000Z'],
  ])('%s in %s is %s', (dt, zone, expected) => {
    const { values, problems } = schema.fromForm(formOf({ dt }), { zone });
    expect(problems).toEqual([]);
    expect(values.dt?.toISOString()).toBe(expected);
  });

  test.each([
    ['2026-03-29T02:30', 'out-of-range'],
    ['2026-02-30T10:00', 'invalid-format'],
    ['2026-02-01', 'invalid-format'],
    ['2026-02-01T25:00', 'invalid-format'],
    ['12026-02-01T10:00', 'invalid-format'],
    ['2026-02-01T10:00:005', 'invalid-format'],
    ['yesterday', 'invalid-format'],
  ])('is a problem if it is %s', (dt, code) => {
    const { values, problems } = schema.fromForm(formOf({ dt }), { zone: 'Europe/Amsterdam' });
    expect(problems).toMatchObject([{ name: 'dt', code }]);
    expect(values).toEqual({});
  });

  test('needs a zone of the program, not that of the machine', () => {
    const form = formOf({ dt: '2026-07-01T10:00' });
    for (const zone of [undefined, '', 'Mars/Base']) expect(() => schema.fromForm(form, { zone })).toThrow(InputError);
  });

  test('cannot be changed', () => {
    const { problems } = schema.fromForm(formOf({ f: 'x', dt: '2026-07-01T10:00Z' }), { changes: true });
    expect(problems).toMatchObject([{ name: 'dt', code: 'read-only' }]);
  });
});
