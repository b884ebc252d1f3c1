import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty folder that is gone when its test ends. Tests that run side by side give the `onTestFinished` of their own. */
export async function temporaryFolder(whenFinished = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'care-platform-test-'));
  whenFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
