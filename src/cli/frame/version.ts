import { createRequire } from 'node:module';

export function packageVersion(): string {
  return String(createRequire(import.meta.url)('care-platform/package.json').version);
}

/** What a report for support begins with. */
export function describeMachine() {
  return {
    version: packageVersion(),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    time: new Date().toISOString(),
  };
}
