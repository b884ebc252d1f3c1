import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, type Service, start, temporaryFolder } from './service.ts';

/** Size of the bucket in requests; `0` refuses a request within 33 ms of the one before. */
export type Burst = 30 | 5 | 0;

export interface Nginx extends Service {
  /** Its address, with the API's path. */
  readonly baseUrl: string;
  /** Resolves with the finished requests in the order of arrival, once there are that many. */
  requests(atLeast: number): Promise<NginxRequest[]>;
}

export interface NginxRequest {
  /** Time of its first byte, in milliseconds since 1970. */
  readonly start: number;
  readonly status: number;
  /** Open sockets of clients at that time, idle ones included. */
  readonly sockets: number;
}

/** nginx before that origin, with the limits the platform documents: 30 requests a second and 20 connections per address. */
export async function startNginx(upstream: string, burst: Burst): Promise<Nginx> {
  const folder = temporaryFolder();
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configuration(port, new URL(upstream).host, burst));
  const service = await start('nginx', { port, folder, args: ['-p', folder, '-c', config, '-e', 'stderr'] });
  return {
    ...service,
    baseUrl: `http://127.0.0.1:${port}/api/2`,
    async requests(atLeast) {
      const log = join(folder, 'requests.log');
      // A request is logged after it has ended. Its client may know that earlier.
      while (requestsIn(log).length < atLeast) await pause(10);
      return requestsIn(log);
    },
  };
}

function requestsIn(log: string): NginxRequest[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [end = 0, seconds = 0, status = 0, sockets = 0] = line.split(' ').map(Number);
      return { start: Math.round((end - seconds) * 1000), status, sockets };
    })
    .sort((left, right) => left.start - right.start);
}

/** Number of responses with 429. */
export function refusals(requests: readonly NginxRequest[]): number {
  return requests.filter(({ status }) => status === 429).length;
}

export function highestSockets(requests: readonly NginxRequest[]): number {
  return Math.max(0, ...requests.map(({ sockets }) => sockets));
}

/** Maximum number of requests within one second. */
export function highestInASecond(requests: readonly NginxRequest[]): number {
  return requests.reduce((highest, { start }, index) => {
    const within = requests.slice(index).findIndex((later) => later.start >= start + 1000);
    return Math.max(highest, within === -1 ? requests.length - index : within);
  }, 0);
}

// Without this, workers of root run as a user who cannot read the folder.
const user = process.getuid?.() === 0 ? 'user root root;' : '';

function configuration(port: number, upstream: string, burst: Burst): string {
  return `
daemon off;
${user}
worker_processes 1;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  log_format request '$msec $request_time $status $connections_active';
  access_log requests.log request;
  limit_req_zone $binary_remote_addr zone=requests:1m rate=30r/s;
  limit_conn_zone $binary_remote_addr zone=connections:1m;
  limit_req_status 429;
  limit_conn_status 429;
  upstream platform { server ${upstream}; keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    location / {
      limit_req zone=requests${burst === 0 ? '' : ` burst=${burst} nodelay`};
      limit_conn connections 20;
      proxy_pass http://platform;
      proxy_http_version 1.1;
      proxy_buffering off;
      proxy_set_header Connection '';
      proxy_set_header Host $http_host;
    }
  }
}
`;
}
