// Sends pictures from bytes, a Blob, a File, a stream, or a `data:` URL.
import { createReadStream, openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, InputError, inlineFile } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
const [folder = '.'] = process.argv.slice(2);
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });
const client = await care.client({ id: 'EHR-1042' });

// One grey pixel. A canvas in a browser gives such a URL.
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
await client.update({ picture: await inlineFile(pixel, 'pixel.png') });

// The platform returns a reference. The bytes are read from it.
const { picture } = (await client.refresh()).data;
if (!picture) throw new Error('This installation has no pictures of clients.');
const bytes = await (await care.file(picture)).bytes();
console.log(`${picture.filename}, ${picture.content_type}: ${bytes.length} bytes`);

// A file on disk, without reading it into memory first; and a stream.
await writeFile(`${folder}/me.png`, bytes);
await client.update({ picture: await inlineFile(await openAsBlob(`${folder}/me.png`), 'me.png') });
await client.update({ picture: await inlineFile(createReadStream(`${folder}/me.png`), 'again.png') });

// The platform does not document its limit: set your own.
const refusal = await inlineFile(bytes, 'big.png', { maxBytes: 10 }).catch((error: unknown) => error);
if (refusal instanceof InputError) console.log(refusal.problems);
care.close();
