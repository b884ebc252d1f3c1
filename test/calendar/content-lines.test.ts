import { parseCalendar } from 'care-platform/calendar';
import { describe, expect, test } from 'vitest';
import { calendarText, todoWith } from './calendar-text.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Folds each line after every `n` bytes, also in the middle of a character. */
function foldBytes(text: string, width: number, fold: string): Uint8Array {
  const folded = text.split('\r\n').flatMap((line, index) => {
    const bytes = [...bytesOf(line)];
    return [
      ...(index > 0 ? [13, 10] : []),
      ...bytes.flatMap((byte, at) => (at % width === width - 1 ? [...bytesOf(fold), byte] : [byte])),
    ];
  });
  return Uint8Array.from(folded);
}

describe('lines', () => {
  const summary = 'Hoe gaat het 🙂, Zoë? 見る';
  const schema = 'https://app.example.org/api/2/a-rather-long-namespace/diary/schema/entry#een-lange-naam:12';
  const text = calendarText(`SUMMARY:${summary.replace(',', '\\,')}`, `X-LONG:${schema}`, 'DTSTART:20240325T090000Z');
  const expected = { summary, schemaId: schema, start: { kind: 'utc' } };

  test.each([1, 2, 3, 5, 7, 11, 75])(
    'that are folded every %i bytes, inside of letters too, are whole again',
    (width) => {
      for (const fold of ['\r\n ', '\r\n\t', '\n ', '\n\t', '\r\r\n ']) {
        expect(parseCalendar(foldBytes(text, width, fold)).todos[0], JSON.stringify(fold)).toMatchObject(expected);
      }
    },
  );

  test('that are folded in a string, even inside a surrogate pair, are restored', () => {
    for (let at = 0; at < text.length; at++) {
      if (text.slice(at - 1, at + 1).match(/[\r\n]/)) continue;
      const folded = `${text.slice(0, at)}\r\n ${text.slice(at)}`;
      if (at > 0) expect(parseCalendar(folded).todos[0]).toMatchObject(expected);
    }
  });

  test.each(['\r\n', '\n', '\r\r\n', '\r\n\r\n', '\n\n'])('can end with %j, as a string and as bytes', (end) => {
    const written = text.replaceAll('\r\n', end);
    expect(parseCalendar(written).todos[0]).toMatchObject(expected);
    expect(parseCalendar(bytesOf(written)).todos[0]).toMatchObject(expected);
  });

  test('can begin with a byte order mark, and the last one can lack a line end', () => {
    const written = `\uFEFF${text.trimEnd()}`;
    expect(parseCalendar(written).todos[0]).toMatchObject(expected);
    expect(parseCalendar(bytesOf(written)).todos[0]).toMatchObject(expected);
  });

  test('drop a stray carriage return from values', () => {
    expect(todoWith('SUMMARY:one\r two').summary).toBe('one two');
  });

  test('are unescaped once', () => {
    const written = 'SUMMARY:a\\, b\\; c\\nd\\Ne\\\\n \\\\\\, f: "g" \\x';
    expect(todoWith(written).summary).toBe('a, b; c\nd\ne\\n \\, f: "g" \\x');
    expect(todoWith('X-ID;VALUE=TEXT:https://a.example/ns/diary/schema/entry#a\\,b:1').schemaId).toContain('#a,b:1');
  });

  test('can have quoted parameters with colons, semicolons and commas', () => {
    const parameters = ';ALTREP="cid:part1;x=y,z";LANGUAGE=nl;X-NOTE="a:b"';
    expect(todoWith(`SUMMARY${parameters}:Let op: x=1;y="2"`).summary).toBe('Let op: x=1;y="2"');
    expect(todoWith(`X-ID${parameters}:${schema}`).schemaId).toBe(schema);
    expect(todoWith('DTSTART;X="a:b";TZID="Europe/Amsterdam":20240325T090000').start).toMatchObject({
      zone: 'Europe/Amsterdam',
    });
  });
});
