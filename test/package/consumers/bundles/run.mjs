// node run.mjs <bundle>: what the bundle does with a platform that it was not built with.
import { createSandbox } from 'care-platform/sandbox';

const sandbox = createSandbox({ clients: 7, settings: { exportQueuedFor: 0, exportRunsFor: 0 } });
const { work } = await import(process.argv[2]);
console.log(
  JSON.stringify(await work({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch })),
);
