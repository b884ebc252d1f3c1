import { expect, test } from 'vitest';
import { focused, openDiary, picture, save, write } from './diary.ts';

test('an entry with every kind of field is in list and chart at once, for one request and its picture', async () => {
  const { page, platform, complaints, entries } = await openDiary();
  await write(page, 'Mood diary');
  await expect.poll(() => focused(page)).toBe('Mood diary');
  await page.getByRole('radio', { name: 'Good', exact: true }).check();
  const tension = page.getByRole('slider', { name: 'Tension' });
  await expect.poll(() => tension.inputValue()).toBe('5');
  await tension.fill('8');
  await page.getByLabel('What happened? (optional)').fill('A walk\nin the rain');
  await page.locator('input[type=file]').setInputFiles(picture);
  await page.getByRole('img', { name: 'The picture you chose' }).waitFor();
  await platform.requests();
  await save(page);

  await page.getByText('Your entry has been saved.').waitFor();
  await expect.poll(() => focused(page)).toContain('Your entry has been saved.');
  await expect.poll(() => entries.first().innerText()).toMatch(/Good[\s\S]*Tension\s+8[\s\S]*A walk\nin the rain/);
  const photo = entries.first().getByRole('img', { name: 'Photo, as you added it' });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await page.getByText('Good: 7 ×').waitFor();
  expect(await platform.requests(2)).toEqual(['POST client/diary/entries', 'GET file']);

  await write(page, 'Sleep diary');
  await page.getByLabel('Hours of sleep').fill('7');
  await save(page);
  await expect.poll(() => entries.first().innerText()).toMatch(/Sleep diary\s+Hours of sleep\s+7/);
  expect(complaints).toEqual([]);
});

test('an entry that was written already is reported, and is not there twice', async () => {
  const { page, entries } = await openDiary();
  for (const reported of ['Your entry has been saved.', 'You had written this already']) {
    await write(page, 'Sleep diary');
    await page.getByLabel('Date and time').fill('2026-01-15T07:30');
    await page.getByLabel('Hours of sleep').fill('7');
    await save(page);
    await page.getByText(reported).waitFor();
  }
  for (const _ of [1, 2, 3]) await page.getByRole('button', { name: /^Show/ }).click();
  await expect.poll(() => entries.count()).toBe(34);
});

test('a value that is not required can be removed, and is not sent then', async () => {
  const { page, platform, entries } = await openDiary();
  const [mood] = platform.sandbox.control.diaryConfiguration(platform.sandbox.control.users('client')[0]?.key ?? '');
  const fields = mood?.fields.map((field) => ({ ...field, required: false })) ?? [];
  if (mood === undefined) throw new Error('There is no mood diary.');
  const owner = platform.sandbox.control.users('client')[0]?.key ?? '';
  platform.sandbox.control.configureDiary(owner, [{ ...mood, version: 3, fields }]);
  await page.getByRole('link', { name: 'Write in my diary' }).click();
  await page.getByRole('radio', { name: 'Bad', exact: true }).check();
  await page.getByRole('button', { name: 'Clear: How do you feel?' }).click();
  await expect.poll(() => page.getByRole('form').getByRole('radio', { checked: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Clear: Tension' }).click();
  await expect.poll(() => page.getByRole('slider').getAttribute('aria-valuetext')).toBe('not answered yet');
  await page.getByLabel('What happened?').fill('Nothing else');
  await save(page);
  await page.getByText('Your entry has been saved.').waitFor();
  await expect.poll(() => entries.first().innerText()).not.toMatch(/Tension|feel/);
});

test('while it is sent nothing can be changed, and it is sent once', async () => {
  const { page, platform } = await openDiary();
  platform.sandbox.faults.add({ kind: 'delay', milliseconds: 1500, method: 'POST' });
  await write(page, 'Sleep diary');
  const hours = page.getByLabel('Hours of sleep');
  await hours.fill('7');
  await hours.press('Enter');
  await hours.press('Enter', { noWaitAfter: true }).catch(() => undefined);
  await expect.poll(() => hours.isDisabled()).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: 'Saving…' }).isDisabled()).toBe(true);
  await page.getByText('Your entry has been saved.').waitFor();
  const sent = (await platform.requests()).filter((request) => request.startsWith('POST'));
  expect(sent).toHaveLength(1);
});

test('a diary without anything to write shows a message', async () => {
  const { page, platform } = await openDiary();
  platform.sandbox.control.configureDiary(platform.sandbox.control.users('client')[0]?.key ?? '', []);
  await page.getByRole('link', { name: 'Write in my diary' }).click();
  await page.getByText('At the moment there is nothing to write.').waitFor();
});
