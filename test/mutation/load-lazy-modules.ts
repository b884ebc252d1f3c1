import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { inject } from 'vitest';
import { measuredArea } from './areas.ts';

// Loading a lazy module counts as part of the first test that needs it. A mutant of a constant in that module would then
// meet that test alone. Loaded before all tests, such constants are as static as all others, and Stryker ignores them.
// Only the first run asks which constants are static. A mutant needs what its tests load, and no more.
if (inject('mode') !== 'mutant') {
  const { folders } = measuredArea();
  for (const file of globSync(folders.map((folder) => `${folder}/**/*.ts`)).sort()) await import(resolve(file));
}
