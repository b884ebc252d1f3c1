// An application imports the package, and one of its plugins requires it: two copies in one process.
import { createRequire } from 'node:module';
import * as imported from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';

const required = createRequire(import.meta.url)('care-platform');
const sandbox = createSandbox();
const options = { baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch };
const connections = [await imported.connect(options), await required.connect(options)];

// More than one second's worth, at once: with a budget for each copy the platform would refuse some.
const failures = await Promise.all(
  Array.from({ length: 60 }, (_, index) => connections[index % 2].client({ id: 'nobody' }).catch((error) => error)),
);

console.log(
  JSON.stringify({
    copies: imported.connect === required.connect ? 1 : 2,
    refused: sandbox.journal.filter(({ status }) => status === 429).length,
    sentTogether: connections.map((care) => care.throttle.stats().sent === sandbox.journal.length),
    known: failures.every((error) => [imported, required].every((copy) => copy.isCareError(error, 'NotFoundError'))),
  }),
);
