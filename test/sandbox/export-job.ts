import type { Sandbox } from 'care-platform/sandbox';
import { expect } from 'vitest';
import { ask } from './api.js';
import { link, type Wire } from './wire.js';

/** What the tests read of a job. */
export interface Job extends Wire {
  readonly created: string;
  readonly state: string;
  readonly error: unknown;
  readonly filename: string | null;
  readonly content_type: string | null;
  readonly content_encoding: string | null;
  readonly content_length: number;
  readonly downloaded_on: readonly string[];
}

export async function start(
  sandbox: Sandbox,
  options: object = {},
  token: string = sandbox.tokens.dataOfficer,
): Promise<Job> {
  const { status, body } = await ask(sandbox, 'POST', '/export', { body: { name: 'client', ...options }, token });
  expect(status).toBe(201);
  return body as Job;
}

export const read = async (sandbox: Sandbox, job: Job, token: string = sandbox.tokens.dataOfficer): Promise<Job> =>
  (await ask(sandbox, 'GET', job['@url'], { token })).body as Job;

/** A job that has just been completed. */
export async function completed(
  sandbox: Sandbox,
  options: object = {},
  token: string = sandbox.tokens.dataOfficer,
): Promise<Job> {
  const job = await start(sandbox, options, token);
  sandbox.control.stepExport(job['@url']);
  sandbox.control.stepExport(job['@url']);
  return read(sandbox, job, token);
}

export async function download(
  sandbox: Sandbox,
  job: Job,
  token: string = sandbox.tokens.dataOfficer,
): Promise<Response> {
  return sandbox.fetch(link(job, 'download'), { headers: { Authorization: `svc-token ${token}` } });
}
