import { expect, test } from 'vitest';
import { clientDocument, listDocument } from '../support/documents.js';
import { collectGarbage } from '../support/garbage.js';
import { connected } from '../support/scripted-fetch.js';

const total = 100_000;

/** With all its links, as some platforms list them. */
const listed = (index: number) =>
  clientDocument(`${index}`, {
    email: `somebody.invented.${index}@mail.example`,
    labels: [`7f6e5d4c-3b2a-4190-8f7e-${index}`, `aa6e5d4c-3b2a-4190-8f7e-${index % 20}`],
    bsn: `${100_000_000 + index}`,
  });

function* rows() {
  for (let index = 0; index < total; index++) {
    const { first_name, last_name, email, gender } = listed(index) as Record<string, string>;
    yield { id: `EHR-${index}`, first_name, last_name, email, gender, active: true } as never;
  }
}

test('100,000 listed clients take less than 150 MB', async () => {
  const care = await connected(({ searchParams }) => {
    const start = Number(searchParams.get('start'));
    const found = Math.max(0, Math.min(Number(searchParams.get('limit')), total - start));
    return listDocument(
      Array.from({ length: found }, (_, place) => listed(start + place)),
      { total },
    );
  });
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  let most = 0;
  let unchanged = 0;
  for await (const { counts } of care.syncClients(rows())) {
    unchanged = counts.unchanged;
    if (unchanged % 25_000 === 1) most = Math.max(most, used());
  }
  expect(unchanged).toBe(total);
  expect(most - before).toBeLessThan(150e6);
});
