import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchOf, type Document, listedClient } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

/** What happens to the list between two requests: items come in, or go away, at some place. */
const happening = fc.record({
  at: fc.nat(40),
  come: fc.integer({ min: 0, max: 3 }),
  go: fc.integer({ min: 0, max: 3 }),
});

const idOf = (document: Document) => String(document.id);

async function read(
  count: number,
  limit: number,
  happenings: readonly { at: number; come: number; go: number }[],
  details: { total: boolean; cap: number },
) {
  let all = Array.from({ length: count }, (_, index) => listedClient(String(index)));
  const stayed = new Set(all.map(idOf));
  let made = 0;
  let requests = 0;
  const care = await connected(({ searchParams }) => {
    const response = batchOf(all, searchParams, { cap: details.cap, total: details.total ? all.length : null });
    const now = happenings[requests++];
    if (now !== undefined) {
      const place = now.at % (all.length + 1);
      const coming = Array.from({ length: now.come }, () => listedClient(`new-${made++}`));
      for (const gone of all.slice(place, place + now.go)) stayed.delete(idOf(gone));
      all = [...all.slice(0, place), ...coming, ...all.slice(place + now.go)];
    }
    return response;
  });
  try {
    const clients = await care.clients({ limit }).toArray();
    return { ids: clients.map((client) => String(client.attribute('id'))), stayed: [...stayed], requests };
  } finally {
    care.close();
  }
}

describe('a list that changes while it is read', () => {
  test('skips nothing that stayed and delivers nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 4, max: 12 }),
        fc.array(happening, { maxLength: 6 }),
        fc.record({ total: fc.boolean(), cap: fc.constantFrom(4, 6, 100) }),
        async (count, limit, happenings, details) => {
          const { ids, stayed, requests } = await read(count, limit, happenings, details);
          expect(ids).toHaveLength(new Set(ids).size);
          expect(stayed.filter((id) => !ids.includes(id))).toEqual([]);
          expect(requests).toBeLessThan(60);
        },
      ),
      {
        numRuns: 150,
        // One item that moves down by one, and again by one, comes three times in a row.
        examples: [
          [
            1,
            4,
            [
              { at: 0, come: 1, go: 0 },
              { at: 0, come: 2, go: 1 },
            ],
            { total: false, cap: 4 },
          ],
        ],
      },
    );
  });

  test('that stands still comes whole and in order, whatever the batch', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(30),
        fc.integer({ min: 1, max: 35 }),
        fc.record({ total: fc.boolean(), cap: fc.integer({ min: 1, max: 35 }) }),
        async (count, limit, details) => {
          const { ids, stayed } = await read(count, limit, [], details);
          expect(ids).toEqual(stayed);
        },
      ),
      { numRuns: 100 },
    );
  });
});
