import type { AcquireOptions, Permit, Throttle } from '../../src/transport/throttle/throttle.js';

/** One call as the transport makes it: every attempt with a permit of its own, refused ones again in their place. */
async function call(throttle: Throttle, url: string, options: AcquireOptions = {}): Promise<void> {
  for (let again: Permit | undefined; ; ) {
    const permit = await throttle.acquire({ ...options, ...(again && { again }) });
    again = permit;
    const response = await fetch(url);
    if (response.status === 429) throttle.rateLimited();
    await response.text();
    permit.release();
    if (response.ok) return;
  }
}

export function calls(count: number, throttle: Throttle, origin: string): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(throttle, `${origin}/${index}`)));
}

/** Takes a permit and gives it back at once. */
export async function pass(throttle: Throttle, options?: AcquireOptions): Promise<Permit> {
  const permit = await throttle.acquire(options);
  permit.release();
  return permit;
}
