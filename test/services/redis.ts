import { freePort, type Service, start, temporaryFolder } from './service.ts';

const settings = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--daemonize', 'no'];

/** Starts Redis in memory. `port`: the port of an earlier one. */
export async function startRedis(port?: number, ...more: readonly string[]): Promise<Service> {
  const folder = temporaryFolder();
  const at = port ?? (await freePort());
  const args = ['--port', String(at), '--dir', folder, ...settings, ...more];
  return start('redis-server', { port: at, folder, args });
}
