// Saves exports and a picture: completely or not at all, under a safe name, readable by your user only.
import { Client, connect } from 'care-platform';
import { saveDownload } from 'care-platform/node';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
const [folder = '.'] = process.argv.slice(2);
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });

const job = await care.startExport({ name: 'client', output_format: 'xlsx' });
const done = await job.waitForCompletion();

// Into a folder: with the platform's name, and a number if that name is taken. Memory does not limit the size.
// The whole download has no time limit. It ends after 30 seconds without a byte.
const path = await saveDownload(await done.download({ timeout: 30_000 }), folder, {
  onProgress: ({ received, size }) => console.log(`${received} of ${size ?? '?'} bytes`),
});
console.log(`Saved ${path}`);

// Under your own name: an old file is replaced when the new one is complete.
console.log(`Saved ${await saveDownload(await done.download(), `${folder}/latest.xlsx`)}`);

// Every file of the platform is a reference, which is downloaded the same way.
for await (const user of care.clients()) {
  if (!(user instanceof Client) || !user.data.picture) continue;
  const picture = await care.file(user.data.picture);
  console.log(`A picture of type ${picture.contentType}: ${(await picture.bytes()).length} bytes`);
  break;
}
care.close();
