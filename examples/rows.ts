// Reads the rows of an export while they arrive. Millions of them need no more memory than a few.
import { connect, isCareError } from 'care-platform';

const { CARE_BASE_URL = 'https://app.example.org/api/2', CARE_TOKEN } = process.env;
const care = await connect({ baseUrl: CARE_BASE_URL, token: CARE_TOKEN });

// In csv every value is a text. In json it has the type that the platform wrote.
const job = await care.startExport({ name: 'client', output_format: 'csv' });
const done = await job.waitForCompletion();

let count = 0;
let columns: string[] = [];
try {
  for await (const row of done.rows({ onProgress: ({ received }) => console.log(`${received} bytes`) })) {
    if (count === 0) columns = Object.keys(row);
    count++;
  }
} catch (error) {
  // Rows before a break of the download are good. The error says that rows are missing.
  if (!isCareError(error, 'UnexpectedResponseError') || !error.cutOff) throw error;
  console.log(`The download broke off after ${error.received} bytes and ${count} rows.`);
}
console.log(`${count} rows of ${columns.join(', ')}`);

// Leaving the loop ends the download.
for await (const row of done.rows()) {
  console.log(Object.values(row).filter((value) => value !== '').length, 'columns of the first row are filled in.');
  break;
}
care.close();
