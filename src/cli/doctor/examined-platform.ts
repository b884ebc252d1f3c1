import { type Application, connect, type Fetch } from 'care-platform';
import { type ConnectionOptions, shellLogger } from '../connection/connect.js';
import type { Settings } from '../connection/profile.js';
import type { Shell } from '../frame/shell.js';
import { connectionCause, explain } from './explain.js';
import type { Finding } from './finding.js';

/** The connection that is examined. */
export class ExaminedPlatform {
  readonly shell: Shell;
  readonly url: URL;
  readonly #settings: Settings;
  readonly #options: ConnectionOptions;
  /** Milliseconds by which the platform's clock is ahead, by its last response. */
  clockAhead: number | undefined;

  constructor(settings: Settings, options: ConnectionOptions, shell: Shell) {
    this.#settings = settings;
    this.#options = options;
    this.shell = shell;
    this.url = new URL(settings.baseUrl);
  }

  /** Connects without retries, so that the first failure shows. */
  async connect(anonymous = false): Promise<Application> {
    const { signal } = this.shell;
    const care = await connect({
      baseUrl: this.#settings.baseUrl,
      ...(anonymous ? { anonymous } : { token: this.#settings.token }),
      allowHttp: this.#options.allowHttp,
      timeout: this.#options.timeout * 1000,
      retry: 0,
      fetch: this.#fetch,
      ...(this.#options.verbose && { logger: shellLogger(this.shell, true) }),
      signal,
    });
    // The signal of `connect` ends with it.
    signal.addEventListener('abort', () => care.close());
    return care;
  }

  /** The library's explanation of a connection that failed. */
  async explainConnection(probed: unknown): Promise<Finding> {
    const code = probed instanceof Error && 'code' in probed ? String(probed.code) : undefined;
    try {
      (await this.connect(true)).close();
    } catch (error) {
      const finding = explain(error);
      // A socket says more exactly than a request what failed.
      const cause = code === undefined ? finding.cause : connectionCause(code);
      return { ...finding, ...(cause !== undefined && { cause }) };
    }
    return { outcome: 'warning', text: `It failed once (${code ?? 'timed out'}), and worked the second time.` };
  }

  timeLimit(): AbortSignal {
    return AbortSignal.any([this.shell.signal, AbortSignal.timeout(this.#options.timeout * 1000)]);
  }

  /** Notes the time of each response. */
  readonly #fetch: Fetch = async (url, init) => {
    const response = await fetch(url, init as RequestInit);
    const date = Date.parse(response.headers.get('date') ?? '');
    this.clockAhead = Number.isNaN(date) ? undefined : date - Date.now();
    return response;
  };
}
