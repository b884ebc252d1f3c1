// The peers are not installed with the package, so their types are not there. Only what is used here.
declare module '@octokit/core' {
  interface Instance {
    request(route: string, options: { headers: Record<string, string> }): Promise<unknown>;
  }
  export const Octokit: {
    plugin(...plugins: unknown[]): new (options: Record<string, unknown>) => Instance;
  };
}
declare module '@octokit/plugin-retry' {
  export const retry: unknown;
}
declare module '@octokit/plugin-throttling' {
  export const throttling: unknown;
}
declare module 'p-throttle' {
  export default function pThrottle(options: {
    limit: number;
    interval: number;
  }): <Arguments extends unknown[], Result>(
    work: (...args: Arguments) => Promise<Result>,
  ) => (...args: Arguments) => Promise<Result>;
}
