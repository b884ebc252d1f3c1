import { connect as openSocket } from 'node:net';
import { createSandbox } from 'care-platform/sandbox';
import { expect } from 'vitest';
import { rule } from './rule.js';

/** What a client that speaks HTTP/2 from the first byte on (RFC 9113, 3.4) gets for it, until the server hangs up. */
function answerToHttp2(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = openSocket(port, '127.0.0.1', () => socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
  });
}

rule('LIM-3', 'the sandbox speaks HTTP/1.1 only, so that its connections are what it counts', async () => {
  await using server = await createSandbox().listen();
  const answer = await answerToHttp2(Number(new URL(server.url).port));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});
