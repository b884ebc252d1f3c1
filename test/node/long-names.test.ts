import { basename } from 'node:path';
import { saveDownload } from 'care-platform/node';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';

const many = 400_000;

/** Each of them once took minutes. The time limit of a test catches such a case. */
test.each<[string, string, RegExp]>([
  ['letters', `${'x'.repeat(many)}.csv`, /^x{100,}\.csv$/],
  ['multi-byte characters', `${'見'.repeat(many)}.csv`, /^見{50,}\.csv$/],
  ['surrogate pairs', `${'😀'.repeat(many)}.csv`, /^(?:😀){40,}\.csv$/],
  ['letters without an extension', 'x'.repeat(many), /^x{100,}$/],
  ['letters after a point', `${'x'.repeat(199)}.${'y'.repeat(many)}`, /^x{199}$/],
  ['blanks', `clients${' '.repeat(many)}x.csv`, /^clients.*\.csv$/],
  ['points', `clients${'.'.repeat(many)}csv`, /^clients.*csv$/],
  ['points before a slash', `clients.csv${'.'.repeat(many)}/`, /^clients\.csv$/],
  ['folders', `${'folder/'.repeat(many)}clients.csv`, /^clients\.csv$/],
  ['removed characters', `${'\u202e'.repeat(many)}clients.csv`, /^.*clients\.csv$/],
])('a name of many %s is cut', async (_, filename, expected) => {
  const folder = await temporaryFolder();
  const stream = () => new Blob(['all']).stream();
  const name = basename(await saveDownload({ filename, stream }, folder));
  expect(name).toMatch(expected);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});
