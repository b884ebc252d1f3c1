// What a test in the browser asks of the process outside: a platform of its own, and what that saw.
import type { BrowserCommand } from 'vitest/node';
import type { Fault, SandboxControl, SandboxTokens, ServerStats } from '../../src/sandbox/index.ts';
import { type LocalPlatform, openPlatform, type PlatformOptions, type Seen } from './platforms.ts';

export interface OpenedPlatform {
  readonly baseUrl: string;
  readonly tokens: SandboxTokens;
}

const platforms = new Map<string, LocalPlatform>();

function platformAt(baseUrl: string): LocalPlatform {
  const platform = platforms.get(baseUrl);
  if (platform === undefined) throw new Error(`No platform was opened at ${baseUrl}.`);
  return platform;
}

type Command<Payload extends unknown[], Result> = BrowserCommand<Payload, Promise<Result>>;

const open: Command<[PlatformOptions?], OpenedPlatform> = async (_, options) => {
  const platform = await openPlatform(options);
  const { baseUrl } = platform.server;
  platforms.set(baseUrl, platform);
  return { baseUrl, tokens: platform.sandbox.tokens };
};

const close: Command<[string], void> = async (_, baseUrl) => {
  await platforms.get(baseUrl)?.server.close();
  platforms.delete(baseUrl);
};

const fail: Command<[string, Fault[]], void> = async (_, baseUrl, faults) => {
  platformAt(baseUrl).sandbox.faults.add(...faults);
};

const control: Command<[string, keyof SandboxControl, unknown[]], unknown> = async (_, baseUrl, name, values) => {
  const { sandbox } = platformAt(baseUrl);
  return Reflect.apply(sandbox.control[name], sandbox.control, values);
};

/** Requests since the platform was opened. */
const seen: Command<[string], readonly Seen[]> = async (_, baseUrl) => platformAt(baseUrl).seen;

const stats: Command<[string], ServerStats> = async (_, baseUrl) => platformAt(baseUrl).server.stats();

export const commands = {
  openPlatform: open,
  closePlatform: close,
  failPlatform: fail,
  controlPlatform: control,
  seenByPlatform: seen,
  platformStats: stats,
};

type AsCalled<Commands> = {
  [Name in keyof Commands]: Commands[Name] extends BrowserCommand<infer Payload, infer Result>
    ? (...payload: Payload) => Result
    : never;
};

declare module 'vitest/browser' {
  interface BrowserCommands extends AsCalled<typeof commands> {}
}
