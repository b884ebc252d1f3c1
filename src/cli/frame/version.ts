import { createRequire } from 'node:module';

export function packageVersion(): string {
  return String(createRequire(import.meta.url)('care-platform/package.json').version);
}
