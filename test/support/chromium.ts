import { existsSync } from 'node:fs';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The Chromium of this machine: `CHROMIUM_PATH`, else one of the usual places. `undefined` where there is none, which says
 * so in a plain word; in CI that is a failure, since tests that are skipped there would be skipped for good.
 */
export function chromiumPath(): string | undefined {
  const path = process.env.CHROMIUM_PATH ?? usualPlaces.find((place) => existsSync(place));
  if (path !== undefined && existsSync(path)) return path;
  const missing = `No Chromium ${path === undefined ? 'in the usual places' : `at ${path}`}: set CHROMIUM_PATH.`;
  if (process.env.CI) throw new Error(`${missing} CI needs one.`);
  console.log(`${missing} The tests in a browser are skipped.`);
  return undefined;
}

/** Runs as any user, and asks nobody but the servers of the tests. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
