const { connect, isCareError, NotFoundError } = require('care-platform');
const { parseCalendar } = require('care-platform/calendar');
const { createSandbox } = require('care-platform/sandbox');

const sandbox = createSandbox({ clients: 7, settings: { exportQueuedFor: 0, exportRunsFor: 0 } });
const options = { baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch };

test('the package is required, and its errors are its own', async () => {
  const care = await connect(options);
  const error = await care.client({ id: 'nobody' }).catch((reason) => reason);
  expect(error).toBeInstanceOf(NotFoundError);
  expect(isCareError(error)).toBe(true);
});

test('calendars are read', async () => {
  const care = await connect(options);
  const client = await care.client({ id: 'EHR-1042' });
  expect(parseCalendar(await client.calendar()).todos).not.toHaveLength(0);
});

test('what is loaded on first use is loaded here too', async () => {
  const care = await connect(options);
  const job = await (await care.startExport({ name: 'client', output_format: 'csv' })).waitForCompletion({
    interval: 1,
  });
  const ids = [];
  for await (const row of job.rows()) ids.push(row.id);
  expect(ids).toContain('EHR-1042');
});

test('the sandbox is served over HTTP', async () => {
  const server = await sandbox.listen();
  const care = await connect({ baseUrl: server.baseUrl, token: sandbox.tokens.apiUser });
  expect((await care.client({ id: 'EHR-1042' })).data.id).toBe('EHR-1042');
  await care.close();
  await server.close();
});
