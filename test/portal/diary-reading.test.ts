import { expect, test } from 'vitest';
import { openDiary } from './diary.ts';

test('a diary is charted as its schema says, and the numbers are there as a table too', async () => {
  const { page, complaints } = await openDiary();
  const chart = page.getByRole('figure').filter({ hasText: 'Moods per day' });
  const legend = await chart.getByRole('listitem').allInnerTexts();
  expect(legend).toEqual(['Good: 6 ×', 'Neither good nor bad: 7 ×', 'Bad: 7 ×']);
  await expect.poll(() => chart.getByRole('listitem').locator('img').count()).toBe(3);
  expect(
    await chart.getByRole('img', { name: /Moods per day.*Good: 6 ×, Neither good nor bad: 7 ×/ }).isVisible(),
  ).toBe(true);
  await expect.poll(() => chart.locator('.recharts-bar-rectangle path').count()).toBe(20);

  await chart.getByText('The numbers as a table').click();
  const table = chart.getByRole('table', { name: 'Moods per day' });
  await expect
    .poll(() => table.getByRole('columnheader').allInnerTexts())
    .toEqual(['Day', 'Good', 'Neither good nor bad', 'Bad']);
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(20);

  await page.getByText('14 days', { exact: true }).click();
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(13);
  await page.getByText('All', { exact: true }).click();
  await expect.poll(() => table.getByRole('rowheader').count()).toBe(20);
  expect(complaints).toEqual([]);
});

test('the entries are listed, the newest first, those of an older schema and their pictures too', async () => {
  const { page, platform, entries } = await openDiary();
  await expect.poll(() => entries.count()).toBe(10);
  const photo = page.getByRole('img', { name: 'Photo, as you added it' });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  for (let shown = 10; shown < 33; shown += 10) {
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
    await expect.poll(() => entries.count()).toBe(Math.min(shown + 10, 33));
  }
  const times = await entries
    .getByRole('time')
    .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
  expect(times).toEqual(times.toSorted().toReversed());
  // Fields of the version that is in no configuration any more.
  const last = await entries.last().innerText();
  expect(last).toMatch(/Mood\n+2/);
  expect(last).toMatch(/Mood diary/);
  // Entries that were read already, and no picture but the one above.
  expect(await platform.requests()).toEqual([]);
});
