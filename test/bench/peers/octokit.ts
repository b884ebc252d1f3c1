import { Octokit } from '@octokit/core';
import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { measure, task } from '../task.ts';

// As its README has it: both plug-ins, and a limit that was hit is tried again.
const again = (_wait: number, _options: unknown, _octokit: unknown, retries: number) => retries < 10;
const ThrottledOctokit = Octokit.plugin(throttling, retry);
const octokit = new ThrottledOctokit({
  throttle: { onRateLimit: again, onSecondaryRateLimit: again },
  log: { debug() {}, info() {}, warn() {}, error() {} },
});
await measure(() => octokit.request(`GET ${task.url}`, { headers: { authorization: `svc-token ${task.token}` } }));
