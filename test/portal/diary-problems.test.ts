import { expect, test } from 'vitest';
import { beyondStatuses } from './complaints.ts';
import { focused, openDiary, picture, save, write } from './diary.ts';

const refusal = (...extra: readonly { name: string; message: string }[]) => ({
  kind: 'response' as const,
  status: 400,
  body: { code: 400, message: 'Invalid JSON input', extra: extra.map((problem) => ({ ...problem })) },
  method: 'POST',
});

test('missing values are shown at their fields before anything is sent, and the first field has the focus', async () => {
  const { page, platform } = await openDiary();
  await write(page, 'Mood diary');
  await platform.requests();
  await save(page);
  await page.getByText('One answer needs another look.').waitFor();
  const choice = page.getByRole('radiogroup', { name: 'How do you feel?' });
  await expect
    .poll(() => choice.evaluate((group) => group.closest('[data-problem]')?.textContent))
    .toContain('Please answer this.');
  await expect.poll(() => focused(page)).toBe('Good');
  await page.getByLabel('Date and time').fill('');
  await save(page);
  await expect.poll(() => page.getByText('2 answers need another look.').isVisible()).toBe(true);
  await expect.poll(() => focused(page)).toContain('Date and time');
  await page.getByRole('radio', { name: 'Bad', exact: true }).check();
  await expect.poll(() => page.getByText('Please answer this.').count()).toBe(0);
  expect(await platform.requests()).toEqual([]);
});

test('a problem that the platform reports is at its field, as the platform wrote it if it is not known', async () => {
  const { page, platform, complaints } = await openDiary();
  await write(page, 'Sleep diary');
  await page.getByLabel('Hours of sleep').fill('7');
  const hours = { name: 'hours', message: 'Nobody sleeps that long.' };
  platform.sandbox.faults.add(
    refusal(hours, { name: 'dream', message: 'Required input is missing.' }, { name: 'weather', message: 'Odd.' }),
  );
  await save(page);
  await page.getByText('3 answers need another look. The platform also says:').waitFor();
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'weather: Odd.' }).isVisible()).toBe(true);
  const input = page.getByLabel('Hours of sleep');
  await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
  const about = (await input.getAttribute('aria-describedby'))?.trim().split(/\s+/) ?? [];
  const words = about.map((id) => page.locator(`[id="${id}"]`).innerText());
  expect(await Promise.all(words)).toContain('Nobody sleeps that long.');
  await expect.poll(() => page.getByText('Nobody sleeps that long.').getAttribute('lang')).toBe('en');
  await expect.poll(() => focused(page)).toContain('Hours of sleep');
  await page.getByLabel('Language').selectOption('Nederlands');
  await expect.poll(() => page.getByText('Vul dit in.').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Bewaren', exact: true }).click();
  await page.getByText('Je notitie is bewaard.').waitFor();
  expect(beyondStatuses(complaints)).toEqual([]);
});

test('a diary that a professional changed meanwhile is reported, with the values kept', async () => {
  const { page, platform, entries } = await openDiary();
  const { control } = platform.sandbox;
  const owner = control.users('client')[0]?.key ?? '';
  await write(page, 'Mood diary');
  await page.getByRole('radio', { name: 'Good', exact: true }).check();
  await page.getByLabel('What happened?').fill('Before the change');
  const [mood, sleep] = control.diaryConfiguration(owner);
  if (mood === undefined || sleep === undefined) throw new Error('There are no two diaries.');
  const energy = { name: 'energy', title: 'Energy', type: 'integer', required: true, min: 1, max: 5 } as const;
  control.configureDiary(owner, [sleep, { ...mood, version: 3, fields: [...mood.fields, energy] }]);
  await platform.requests();
  await save(page);
  await page.getByText('Your therapist has changed this diary meanwhile.').waitFor();
  await expect.poll(() => page.getByLabel('What happened?').inputValue()).toBe('Before the change');
  await page.getByLabel('Energy').fill('3');
  await save(page);
  await page.getByText('Your entry has been saved.').waitFor();
  await expect.poll(() => entries.first().innerText()).toMatch(/Good[\s\S]*Before the change[\s\S]*Energy\s+3/);
  const requests = await platform.requests();
  // Without the icons of the new version.
  expect(requests.filter((request) => request !== 'GET file')).toEqual([
    'POST client/diary/entries',
    'GET client/diary/configuration',
    'POST client/diary/entries',
  ]);
});

test('an entry whose response is lost is reported, and the list is read again to see whether it is there', async () => {
  const { page, platform, complaints, entries } = await openDiary();
  await write(page, 'Mood diary');
  await page.getByRole('radio', { name: 'Good', exact: true }).check();
  await page.getByLabel('What happened?').fill('Lost on its way');
  await page.locator('input[type=file]').setInputFiles(picture);
  // Often: over each connection that was used before, Chromium sends it again by itself and tells nobody.
  platform.sandbox.faults.add({ kind: 'drop', when: 'after', method: 'POST', times: 20 });
  await save(page);
  const notice = page.getByRole('alert').filter({ hasText: 'It is not known whether it was saved' });
  await notice.waitFor();
  await expect.poll(() => notice.innerText()).toContain('Look in your diary whether the entry of that time is there.');
  await expect.poll(() => focused(page)).toContain('It is not known whether it was saved');
  await expect.poll(() => entries.first().innerText()).toContain('Lost on its way');
  // Nothing of what was written is lost, whichever it is.
  await expect.poll(() => page.getByLabel('What happened?').inputValue()).toBe('Lost on its way');
  expect(beyondStatuses(complaints)).toEqual([]);
});

test('a field of an unknown kind is shown as such, and the others work', async () => {
  const { page, platform } = await openDiary();
  const fields = [
    { name: 'place', title: 'Where?', type: 'map' },
    { name: 'note', title: 'Why?', type: 'text', required: true },
  ];
  const schema = { '@id': 'https://care.example/ns/diary/schema/entry#walk:1', title: 'Walks', fields };
  platform.sandbox.faults.add({ kind: 'response', status: 200, body: { '@schemas': [schema] }, method: 'GET' });
  await page.getByRole('link', { name: 'Write in my diary' }).click();
  await page.getByText('This question is newer than this portal').waitFor();
  await save(page);
  await expect.poll(() => focused(page)).toMatch(/^Why\?/);
  await expect.poll(() => page.getByText('Please answer this.').count()).toBe(1);
});
