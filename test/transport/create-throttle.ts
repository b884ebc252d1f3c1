import { type Throttle, type ThrottleOptions, throttleFrom } from 'care-platform';
import { TokenBucket } from '../../src/transport/throttle/token-bucket.js';

/** A throttle of one process, as a connection makes it. */
export function createThrottle(options: ThrottleOptions = {}): Throttle {
  return throttleFrom(new TokenBucket(), options);
}
