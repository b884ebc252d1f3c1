// For tests that write the page's program themselves.
import * as carePlatform from 'care-platform';

declare global {
  var platform: typeof carePlatform;
  /** The page's connection, once it has one. */
  var care: carePlatform.Application;
  /** When each of its calls ended, or what went wrong. */
  var outcomes: (number | string)[];
  /** Sends a file of that many bytes. */
  var send: (size: number) => Promise<void>;
}

globalThis.platform = carePlatform;
