const { connect } = require('care-platform');
const { createSandbox } = require('care-platform/sandbox');

async function main() {
  const sandbox = createSandbox({ settings: { exportQueuedFor: 0, exportRunsFor: 0 } });
  const server = await sandbox.listen();
  const care = await connect({ baseUrl: server.baseUrl, token: sandbox.tokens.apiUser });
  const job = await (await care.startExport({ name: 'client', output_format: 'csv' })).waitForCompletion({
    interval: 1,
  });
  let rows = 0;
  for await (const row of job.rows()) if (row.id === 'EHR-1042') rows++;
  care.close();
  await server.close();
  const missing = await sandbox.handlers().catch(({ message }) => message);
  console.log(JSON.stringify({ rows, missing }));
}

void main();
