import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type Service, start, temporaryFolder } from '../services/service.ts';

export interface HospitalProxy extends Service {
  /** Without name and password. */
  readonly url: string;
  /** With the name and password that it asks for. */
  readonly fullUrl: string;
  /** `CONNECT localhost:443` and the like, in the order in which they came. */
  requests(): string[];
}

export const password = 'geheim-w8woord';

export interface ProxyOptions {
  /** Whether it asks for a name and a password. */
  readonly asks?: boolean;
  /** Allows tunnels to this port only. */
  readonly onlyTo?: number;
  readonly port?: number;
}

/** A real proxy, as hospitals have them: tinyproxy. */
export async function startProxy({ asks = false, onlyTo, port }: ProxyOptions = {}): Promise<HospitalProxy> {
  const folder = temporaryFolder();
  const at = port ?? (await freePort());
  const config = join(folder, 'proxy.conf');
  const log = join(folder, 'proxy.log');
  const lines = [
    `Port ${at}`,
    'Listen 127.0.0.1',
    'Timeout 60',
    'MaxClients 200',
    `LogFile "${log}"`,
    'LogLevel Connect',
    `PidFile "${join(folder, 'proxy.pid')}"`,
    ...(asks ? [`BasicAuth hospital ${password}`] : []),
    ...(onlyTo === undefined ? [] : [`ConnectPort ${onlyTo}`]),
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  const service = await start('tinyproxy', { port: at, folder, args: ['-d', '-c', config] });
  return {
    ...service,
    url: `http://127.0.0.1:${at}`,
    fullUrl: asks ? `http://hospital:${password}@127.0.0.1:${at}` : `http://127.0.0.1:${at}`,
    requests: () =>
      [...readFileSync(log, 'utf8').matchAll(/Request \(file descriptor \d+\): (\S+ \S+)/g)].map(
        ([, line]) => line ?? '',
      ),
  };
}
