/** The proxy that Node uses for a URL. */
export interface ProxyUse {
  /** Its URL; `undefined` if none is used. */
  readonly url: URL | undefined;
  /** The variable that names a proxy which Node ignores. */
  readonly ignored: string | undefined;
}

/** By the rules of Node: it reads `HTTPS_PROXY` only if it is asked to. */
export function proxyFor(target: URL, env: NodeJS.ProcessEnv, execArgv: readonly string[]): ProxyUse {
  const kind = target.protocol === 'https:' ? 'https_proxy' : 'http_proxy';
  const name = [kind, kind.toUpperCase()].find((variable) => env[variable]);
  const url = name === undefined ? null : URL.parse(env[name] ?? '');
  if (name === undefined || url === null || isExcepted(target, env.no_proxy ?? env.NO_PROXY ?? '')) {
    return { url: undefined, ignored: undefined };
  }
  const flags = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/\s+/)];
  const isUsed = env.NODE_USE_ENV_PROXY === '1' || flags.includes('--use-env-proxy');
  return isUsed ? { url, ignored: undefined } : { url: undefined, ignored: name };
}

/** `NO_PROXY` lists hosts, also as `.example.org` and `host:port`. */
function isExcepted({ hostname, host }: URL, exceptions: string): boolean {
  return exceptions
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const suffix = entry.replace(/^\*?\.?/, '');
      return entry === '*' || entry === host || hostname === suffix || hostname.endsWith(`.${suffix}`);
    });
}
