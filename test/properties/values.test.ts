import { isCareError } from 'care-platform';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { baseUrl, clientDocument, listDocument, taskDocument } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connected } from '../support/scripted-fetch.js';

const instants = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});
const inSeconds = (date: Date) => date.toISOString().slice(0, 19);

afterEach(() => {
  vi.useRealTimers();
});

describe('a date with time', () => {
  const modifiedAt = async (text: string) => {
    const changes = { creation_time: text, modification_time: text };
    const care = await connected(() => clientDocument('1', { '@changes': changes }));
    const client = await care.client({ id: 'EHR-1' });
    care.close();
    return client.modifiedAt;
  };

  test('is read as the instant that was written, whatever the zone of the machine', async () => {
    await fc.assert(
      fc.asyncProperty(instants, fc.constantFrom('', 'Z', '.5', '.123456Z'), async (date, end) => {
        const read = await modifiedAt(`${inSeconds(date)}${end}`);
        expect(read && inSeconds(read)).toBe(inSeconds(date));
      }),
      { numRuns: 60 },
    );
  });

  test('that is invalid is no date, never a shifted or an invalid one', async () => {
    const digits = (most: number) => fc.nat(most).map((value) => String(value).padStart(2, '0'));
    const near = fc
      .tuple(
        digits(99),
        digits(19),
        digits(39),
        digits(29),
        digits(69),
        digits(69),
        fc.constantFrom('', 'Z', '+02:00', ' '),
      )
      .map(
        ([year, month, day, hour, minute, second, end]) =>
          `20${year}-${month}-${day}T${hour}:${minute}:${second}${end}`,
      );
    await fc.assert(
      fc.asyncProperty(fc.oneof(near, fc.string()), async (text) => {
        const read = await modifiedAt(text);
        if (read !== undefined) expect(inSeconds(read)).toBe(text.slice(0, 19));
      }),
      { numRuns: 120 },
    );
  });

  test('is sent cut to whole seconds, or refused, in a query', async () => {
    await fc.assert(
      fc.asyncProperty(fc.date({ noInvalidDate: false }), async (since) => {
        const asked: URL[] = [];
        const care = await connected((url) => {
          asked.push(url);
          return listDocument([]);
        });
        const failure = await (async () => care.changes({ type: 'tasks', since }).toArray())().catch(
          (thrown) => thrown,
        );
        care.close();
        const sendable = !Number.isNaN(since.getTime()) && /^\d{4}-/.test(since.toISOString());
        if (sendable) expect(asked.map((url) => url.searchParams.get('since'))).toEqual([inSeconds(since)]);
        else expect([isCareError(failure, 'InputError'), asked]).toEqual([true, []]);
      }),
      { numRuns: 80 },
    );
  });
});

describe('a query', () => {
  const names = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__');
  const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));

  test('arrives as it was given, keeps what the link brings, and sends no `undefined`', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, fc.option(values, { nil: undefined }), { maxKeys: 4 }), async (query) => {
        const asked: URL[] = [];
        const links = [{ name: 'tasks', url: '/api/2/c/1/tasks?kept=a%20b%2B&kept=2' }];
        const care = await connected((url) => {
          asked.push(url);
          return asked.length === 1 ? clientDocument('1', { '@links': links }) : taskDocument('1');
        });
        await (await care.client({ id: 'EHR-1' })).follow('tasks', { query });
        care.close();
        const given = Object.entries({ kept: ['a b+', '2'], ...definedOnly(query) });
        const arrived = given.map(([name]) => [name, asked[1]?.searchParams.getAll(name)]);
        expect(arrived).toEqual(given.map(([name, value]) => [name, [value].flat().map((one) => wellFormed(one))]));
        expect(
          [...(asked[1]?.searchParams.keys() ?? [])].every((name) =>
            given.some(([known]) => wellFormed(known) === name),
          ),
        ).toBe(true);
        expect(asked[1]?.href.startsWith(`${baseUrl}/c/1/tasks`)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

function definedOnly(query: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

function wellFormed(value: unknown): string {
  return new TextDecoder().decode(new TextEncoder().encode(String(value)));
}

describe('Retry-After', () => {
  const waits = async (header: string) => {
    const throttle = new OpenThrottle();
    const refused = () => new Response('', { status: 429, headers: { 'retry-after': header } });
    const care = await connected(refused, { throttle });
    await care.client({ id: 'EHR-1' }).catch(() => undefined);
    care.close();
    return throttle.refusals;
  };

  test('in seconds or as a date is what the throttle receives', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z'), toFake: ['Date'] });
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000_000), async (seconds) => {
        const at = new Date(Date.now() + seconds * 1000).toUTCString();
        expect(await waits(String(seconds))).toEqual([seconds * 1000]);
        expect(await waits(at)).toEqual([seconds * 1000]);
      }),
      { numRuns: 60 },
    );
  });

  test('that is neither counts as absent, and none is ever negative', async () => {
    const odd = fc.string({ unit: fc.constantFrom(...'0123456789.-+: GMTeMon,') });
    await fc.assert(
      fc.asyncProperty(odd, async (header) => {
        const [reported] = await waits(header);
        expect(reported).toBe(/^\d+$/.test(header.trim()) ? Number(header) * 1000 : undefined);
      }),
      { numRuns: 120, examples: [['-3'], ['1.5'], ['1e3'], ['Mon, 99 Mar 2026 09:00:00 GMT']] },
    );
  });
});
