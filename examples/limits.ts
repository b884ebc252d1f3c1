// Makes more calls than the platform allows at once. None is refused, and a user's call goes before a batch.
import { connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';

const sandbox = createSandbox();
const server = await sandbox.listen(); // real sockets: the platform counts those too
const { baseUrl } = server;
const care = await connect({ baseUrl, token: sandbox.tokens.apiUser });

const started = performance.now();
const after = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;

// 60 at once: a burst, then 30 a second, over 20 connections at most.
const batch = Promise.all(Array.from({ length: 60 }, () => care.refresh({ priority: 'bulk' })));
const person = care.client({ id: 'EHR-1042' }, { priority: 'interactive' });
await person;
console.log(`The person waited ${after()}.`);
await batch;
console.log(`The batch was done after ${after()}.`);

const { sent, waited, rateLimited } = care.throttle.stats();
console.log(`${sent} requests, ${(waited / 1000).toFixed(1)} s of waiting in all, ${rateLimited} rate-limited.`);
console.log(`The platform saw ${server.stats().highestConnections} connections at most.`);

// If others share the address, use a part of the limit. The lowest setting of a process holds for all its connections.
const shared = await connect({
  baseUrl,
  token: sandbox.tokens.apiUser,
  throttle: { requestsPerSecond: 10, burst: 9, connections: 6 },
});
console.log(`From here on ${shared.throttle.stats().requestsPerSecond} a second.`);
care.close();
shared.close();
await server.close();
