// Writes long cursors, one after the other, until it is killed.
import { fileCursor } from 'care-platform/node';

const cursor = fileCursor(process.argv[2] ?? '');
for (let number = 0; ; number++) {
  await cursor.set(`${number}-${'x'.repeat(100_000)}-${number}`);
  if (number === 0) console.log('begun');
}
