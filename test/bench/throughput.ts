// npm run bench: 330 GETs through the client against the sandbox over real HTTP, measured against the bound of the bucket.
import { connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';

const requests = 330;
const burst = 29;
const perSecond = 30;
const bound = (requests - burst) / perSecond;

const sandbox = createSandbox();
const server = await sandbox.listen();
const care = await connect({ baseUrl: server.baseUrl, token: sandbox.tokens.apiUser });
// The request of `connect` is part of the burst; a second of rest empties the bucket again.
await new Promise((resolve) => setTimeout(resolve, 1000));

const started = performance.now();
await Promise.all(Array.from({ length: requests }, () => care.client({ id: 'EHR-1042' })));
const seconds = (performance.now() - started) / 1000;

const { highestConnections, refused } = server.stats();
const held = seconds <= bound * 1.05 && refused === 0 && highestConnections <= 20;
console.log(`${requests} GETs at ${perSecond}/s, burst ${burst}: ${seconds.toFixed(2)} s`);
console.log(`  bound of the bucket  ${bound.toFixed(2)} s; ratio ${(seconds / bound).toFixed(3)} (goal 1.05)`);
console.log(`  refused              ${refused} (goal 0)`);
console.log(`  highest sockets      ${highestConnections} (goal 20)`);
console.log(held ? 'All goals hold.' : 'NOT all goals hold.');
process.exitCode = held ? 0 : 1;

care.close();
await server.close();
