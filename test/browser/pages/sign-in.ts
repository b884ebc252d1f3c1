import type { OpenedPage } from './chromium-page.ts';

/** Signs in as a person does, and gives what the page then tells of its day. */
export async function signIn({ page, platform }: OpenedPage): Promise<Record<string, Record<string, unknown>>> {
  const { tokens } = platform.sandbox;
  await page.getByLabel('Address').fill(platform.server.baseUrl);
  await page.getByLabel('Token', { exact: true }).fill(tokens.client);
  await page.getByLabel('Token of a data officer').fill(tokens.dataOfficer);
  await page.getByRole('button').click();
  const output = page.locator('output:not(:empty)');
  return JSON.parse((await output.textContent()) ?? '');
}
