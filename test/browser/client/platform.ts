import { type Application, type ConnectOptions, connect } from 'care-platform';
import type { Fault, SandboxControl, SandboxTokens, ServerStats } from 'care-platform/sandbox';
import { onTestFinished } from 'vitest';
import { commands } from 'vitest/browser';
import type { PlatformOptions, Seen } from '../platforms.ts';

export type { PlatformOptions } from '../platforms.ts';

/** A platform on an origin of its own, as the page of a test sees it. It is there until its test ends. */
export interface Platform {
  readonly baseUrl: string;
  readonly tokens: SandboxTokens;
  connect(who: keyof SandboxTokens, options?: Partial<ConnectOptions>): Promise<Application>;
  /** What goes wrong with the next requests. Preflights meet none of it. */
  fail(...faults: Fault[]): Promise<void>;
  /** Something happens on the platform outside its API. */
  control<Name extends keyof SandboxControl>(name: Name, ...values: Parameters<SandboxControl[Name]>): Promise<void>;
  seen(): Promise<readonly Seen[]>;
  /** Without preflights. */
  requests(): Promise<readonly Seen[]>;
  stats(): Promise<ServerStats>;
  /** It goes away at once, as all platforms do when their test ends. */
  close(): Promise<void>;
}

export async function openPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const { baseUrl, tokens } = await commands.openPlatform(options);
  const close = () => commands.closePlatform(baseUrl);
  onTestFinished(close);
  const seen = () => commands.seenByPlatform(baseUrl);
  return {
    baseUrl,
    tokens,
    async connect(who, options = {}) {
      const care = await connect({ baseUrl, token: tokens[who], tokenKind: 'user', ...options });
      onTestFinished(() => care.close());
      return care;
    },
    fail: (...faults) => commands.failPlatform(baseUrl, faults),
    control: async (name, ...values) => void (await commands.controlPlatform(baseUrl, name, values)),
    seen,
    requests: async () => (await seen()).filter(({ method }) => method !== 'OPTIONS'),
    stats: () => commands.platformStats(baseUrl),
    close,
  };
}
