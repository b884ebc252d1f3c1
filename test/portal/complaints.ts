import type { Page } from 'playwright-core';

/** Everything that a page complains of from now on: errors, warnings, broken rules of its content security policy. */
export async function watch(page: Page): Promise<readonly string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.exposeFunction('tellViolation', (violation: string) => complaints.push(`policy: ${violation}`));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      const tell: unknown = Reflect.get(globalThis, 'tellViolation');
      if (typeof tell === 'function') tell(`${effectiveDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return complaints;
}

/** Without the lines that a browser writes of each response with an error status. */
export function beyondStatuses(complaints: readonly string[]): readonly string[] {
  return complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'));
}
