import type { ExaminedPlatform } from './examined-platform.js';
import type { Finding, Step } from './finding.js';
import { lookUp, openPort, readCertificate } from './probes.js';
import { proxyFor } from './proxy.js';

const soon = 14 * 24 * 3_600_000;

/** What is between this machine and the platform. The library explains what fails: it knows more causes than a socket. */
export function networkSteps(platform: ExaminedPlatform): Step[] {
  const { url, shell } = platform;
  const proxy = proxyFor(url, shell.env, process.execArgv);
  const direct = (probe: () => Promise<Finding>) => async (): Promise<Finding> => {
    if (proxy.url !== undefined) return { outcome: 'skipped', text: 'The proxy does this.' };
    try {
      return await probe();
    } catch (error) {
      shell.signal.throwIfAborted();
      return platform.explainConnection(error);
    }
  };
  return [
    {
      name: 'proxy',
      run: async () => {
        if (proxy.variable === undefined) return { outcome: 'ok', text: 'None is used.' };
        if (proxy.url === undefined) {
          const advice =
            'If the platform is only reached by the proxy, set NODE_USE_ENV_PROXY=1, with Node 22.21 or later.';
          return { outcome: 'ok', text: `None is used: Node ignores ${proxy.variable}.`, advice };
        }
        try {
          await openPort(proxy.url, platform.timeLimit());
        } catch {
          shell.signal.throwIfAborted();
          const text = `The proxy ${proxy.url.host} cannot be reached.`;
          const advice = `Check its address in ${proxy.variable}, and that this machine may connect to it.`;
          return { outcome: 'failed', text, cause: 'proxy', advice, exitCode: 5 };
        }
        // Without the name and the password that its URL may have.
        return { outcome: 'ok', text: `${proxy.url.host} is used, and accepts connections.` };
      },
    },
    {
      name: 'name',
      run: direct(async () => ({ outcome: 'ok', text: `${url.hostname} is ${(await lookUp(url)).join(', ')}.` })),
    },
    {
      name: 'port',
      run: direct(async () => {
        await openPort(url, platform.timeLimit());
        return { outcome: 'ok', text: `${url.host} accepts connections.` };
      }),
    },
    {
      name: 'certificate',
      run: direct(async () => {
        if (url.protocol !== 'https:')
          return { outcome: 'skipped', text: 'The address is http: nothing is encrypted.' };
        const { protocol, authority, validTo } = await readCertificate(url, platform.timeLimit());
        const text = `${protocol}, signed by ${authority}, valid until ${validTo.toISOString().slice(0, 10)}.`;
        if (validTo.getTime() - Date.now() > soon) return { outcome: 'ok', text };
        const advice = 'Let the administrators of the server renew it.';
        return { outcome: 'warning', text, cause: 'expired-certificate', advice };
      }),
    },
  ];
}
