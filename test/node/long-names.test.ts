import { basename } from 'node:path';
import { saveDownload } from 'care-platform/node';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';

const many = 400_000;

/** Each took minutes: the time limit of a test ends one that still does. */
test.each<[string, string, RegExp]>([
  ['letters', `${'x'.repeat(many)}.csv`, /^x{100,}\.csv$/],
  ['letters of several bytes', `${'見'.repeat(many)}.csv`, /^見{50,}\.csv$/],
  ['letters of two halves', `${'😀'.repeat(many)}.csv`, /^(?:😀){40,}\.csv$/],
  ['letters and no extension', 'x'.repeat(many), /^x{100,}$/],
  ['letters after a point', `${'x'.repeat(199)}.${'y'.repeat(many)}`, /^x{199}$/],
  ['blanks', `clients${' '.repeat(many)}x.csv`, /^clients.*\.csv$/],
  ['points', `clients${'.'.repeat(many)}csv`, /^clients.*csv$/],
  ['points before a stroke', `clients.csv${'.'.repeat(many)}/`, /^clients\.csv$/],
  ['folders', `${'folder/'.repeat(many)}clients.csv`, /^clients\.csv$/],
  ['marks that are left out', `${'\u202e'.repeat(many)}clients.csv`, /^.*clients\.csv$/],
])('a name of many %s is cut', async (_, filename, expected) => {
  const folder = await temporaryFolder();
  const stream = () => new Blob(['all']).stream();
  const name = basename(await saveDownload({ filename, stream }, folder));
  expect(name).toMatch(expected);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});
