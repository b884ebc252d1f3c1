export type { AcquireOptions, Permit, ThrottleStats } from '../index.js';
export { type RedisThrottle, type RedisThrottleOptions, redisThrottle } from './redis-throttle.js';
export { RedisUnavailableError } from './unavailable.js';
