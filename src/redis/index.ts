export type { AcquireOptions, Permit, ThrottleStats } from '../index.js';
export { RedisUnavailableError } from './errors.js';
export { type RedisThrottle, type RedisThrottleOptions, redisThrottle } from './redis-throttle.js';
