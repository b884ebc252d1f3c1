import type { ConnectionOptions } from '../connection/connect.js';

/** The options of `care-platform watch`. */
export interface WatchArguments extends ConnectionOptions {
  readonly type?: 'tasks' | 'conversations';
  readonly cursor?: string;
  readonly interval: number;
  readonly once?: true;
  readonly exec?: string;
  readonly json?: true;
}
