import type { Sandbox, SandboxServer } from 'care-platform/sandbox';
import { expect } from 'vitest';
import type { WireDocument } from '../conformance/wire.js';
import { ask, linkUrl } from './api.js';

/** The attributes of a job that the tests read. */
export interface Job extends WireDocument {
  readonly state: string;
  readonly error: unknown;
  readonly filename: string | null;
  readonly content_type: string | null;
  readonly content_encoding: string | null;
  readonly content_length: number;
}

export async function startJob(sandbox: Sandbox, options: object = {}): Promise<Job> {
  const token = sandbox.tokens.dataOfficer;
  const { status, body } = await ask(sandbox, 'POST', '/export', { body: { name: 'client', ...options }, token });
  expect(status).toBe(201);
  return body as Job;
}

export const readJob = async (sandbox: Sandbox, job: Job): Promise<Job> =>
  (await ask(sandbox, 'GET', job['@url'], { token: sandbox.tokens.dataOfficer })).body as Job;

/** A new job that two calls of the control have ended. */
export async function endedJob(sandbox: Sandbox, options: object = {}): Promise<Job> {
  const job = await startJob(sandbox, options);
  sandbox.control.stepExport(job['@url']);
  sandbox.control.stepExport(job['@url']);
  return readJob(sandbox, job);
}

/** The file of a job, from the sandbox itself or over a socket. */
export async function download(
  sandbox: Sandbox,
  job: Job,
  server?: SandboxServer,
  signal?: AbortSignal,
): Promise<Response> {
  const url = linkUrl(job, 'download');
  const init = {
    headers: { Authorization: `svc-token ${sandbox.tokens.dataOfficer}` },
    ...(signal !== undefined && { signal }),
  };
  if (server === undefined) return sandbox.fetch(url, init);
  return fetch(`${server.baseUrl}${url.slice(sandbox.baseUrl.length)}`, init);
}
