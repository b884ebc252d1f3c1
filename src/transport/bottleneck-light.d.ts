// The light build comes without types. Only what is used here, so that none of bottleneck's own reach the public types.
declare module 'bottleneck/light.js' {
  export default class Bottleneck {
    constructor(options: { reservoir: number });
    schedule(job: () => PromiseLike<void>): Promise<void>;
    incrementReservoir(amount: number): Promise<number>;
    stop(options: { dropWaitingJobs: boolean }): Promise<void>;
  }
}
