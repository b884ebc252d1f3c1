// In every script of bottleneck 2.19.5, which the package pins. It has no setting for the clock. Reading the time of Redis
// before each token would cost a round trip, and the time would be old by then.
const clientClock = 'local now = tonumber(ARGV[1])';

// `latest` is our field in bottleneck's hash of settings. Without it, a clock that is set back an hour would delay all waiting
// calls by an hour.
const serverClock = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if redis.call('exists', settings_key) == 1 then
  local latest = tonumber(redis.call('hget', settings_key, 'latest'))
  if latest ~= nil and now < latest then
    redis.call('hincrbyfloat', settings_key, 'nextRequest', now - latest)
  end
  redis.call('hset', settings_key, 'latest', now)
end
`;

// In some scripts. Redis refuses a time to live that is not a whole number, as with 30 requests per second.
const brokenLifetime = 'local ttl = (nextRequest + groupTimeout) - now';
const lifetime = 'local ttl = math.ceil(nextRequest + groupTimeout - now)';

/**
 * Makes a script of bottleneck use the clock of Redis instead of each client's own. Otherwise a machine whose clock is an
 * hour ahead would delay all others by an hour.
 */
export function withServerClock(script: string): string {
  if (!script.includes(clientClock))
    throw new Error('The scripts of this version of bottleneck differ from those of 2.19.5.');
  return script.replace(clientClock, serverClock).replace(brokenLifetime, lifetime);
}
