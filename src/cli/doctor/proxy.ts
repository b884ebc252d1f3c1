/** The proxy that Node uses for a URL. */
export interface ProxyUse {
  /** Its URL; `undefined` if none is used. */
  readonly url: URL | undefined;
  /** The variable that names it, or that names a proxy which Node ignores. */
  readonly variable: string | undefined;
}

/** By the rules of Node 24, which reads the variables only if it is asked to. Node before 22.21 never reads them. */
export function proxyFor(target: URL, env: NodeJS.ProcessEnv, execArgv: readonly string[]): ProxyUse {
  const variable = proxyVariable(target, env);
  if (variable === undefined || isExcepted(target, env.no_proxy ?? env.NO_PROXY ?? ''))
    return { url: undefined, variable: undefined };
  const flags = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/\s+/)];
  const isAsked = env.NODE_USE_ENV_PROXY === '1' || flags.includes('--use-env-proxy');
  const isUsed = isAsked && process.allowedNodeEnvironmentFlags.has('--use-env-proxy');
  return { url: (isUsed && URL.parse(env[variable] ?? '')) || undefined, variable };
}

/** A name in small letters comes first, even if it is empty. `https` also goes through the proxy of `http`. */
function proxyVariable({ protocol }: URL, env: NodeJS.ProcessEnv): string | undefined {
  return ['https_proxy', 'http_proxy']
    .slice(protocol === 'https:' ? 0 : 1)
    .map((name) => [name, name.toUpperCase()].find((variable) => env[variable] !== undefined))
    .find((variable) => variable !== undefined && env[variable] !== '');
}

/**
 * `NO_PROXY` is `*`, or lists hosts, also as `.example.org`, `*.example.org` and `host:port`. Each stands for its
 * subdomains too. Address ranges, `*` in a list and `10.*` match nothing.
 */
function isExcepted({ protocol, host, port }: URL, exceptions: string): boolean {
  if (exceptions === '*') return true;
  const hostname = host.replace(/:\d*$/, '');
  const targetPort = port || (protocol === 'https:' ? '443' : '80');
  return exceptions
    .split(/[,\s]/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = entry, onlyPort = targetPort] = /^(.+):(\d+)$/.exec(entry) ?? [];
      const suffix = name.replace(/^\*?\./, '').toLowerCase();
      return Number(onlyPort) === Number(targetPort) && (hostname === suffix || hostname.endsWith(`.${suffix}`));
    });
}
