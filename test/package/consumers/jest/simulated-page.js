const { connect } = require('care-platform');
const { createSandbox } = require('care-platform/sandbox');

/** What a test does in a page that Jest simulates; each file names its environment. */
module.exports = function testSimulatedPage() {
  const sandbox = createSandbox({ clients: 7, settings: { exportQueuedFor: 0, exportRunsFor: 0 } });
  const { baseUrl, tokens, fetch } = sandbox;

  test.each([
    ['an API user', { token: tokens.apiUser, simulatedPage: true }],
    ['a user', { token: tokens.professional, tokenKind: 'user' }],
  ])('the sandbox takes the connection of %s', async (_who, options) => {
    const care = await connect({ baseUrl, fetch, ...options });
    expect((await care.client({ id: 'EHR-1042' })).data.id).toBe('EHR-1042');
    expect((await care.createLabel('Vrijdag')).data.label).toBe('Vrijdag');
    care.close();
  });

  test('exports come in chunks, and compressed', async () => {
    const care = await connect({ baseUrl, fetch, token: tokens.apiUser, simulatedPage: true });
    for (const changes of [{ exportChunked: true }, { exportGzip: true }]) {
      Object.assign(sandbox.settings, changes);
      const job = await (await care.startExport({ name: 'client', output_format: 'csv' })).waitForCompletion({
        interval: 1,
      });
      const ids = [];
      for await (const row of job.rows()) ids.push(row.id);
      expect(ids).toContain('EHR-1042');
    }
    care.close();
  });
};
