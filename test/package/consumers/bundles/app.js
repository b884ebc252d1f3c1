import { Client, connect, isCareError } from 'care-platform';

export async function work(options) {
  const care = await connect(options);
  let clients = 0;
  for await (const user of care.clients({ limit: 3 })) if (user instanceof Client) clients++;
  const error = await care.client({ id: 'nobody' }).catch((reason) => reason);
  const job = await (await care.startExport({ name: 'client', output_format: 'csv' })).waitForCompletion({
    interval: 1,
  });
  let rows = 0;
  for await (const row of job.rows()) if (row.id === 'EHR-1042') rows++;
  return { clients, error: isCareError(error, 'NotFoundError'), rows };
}
