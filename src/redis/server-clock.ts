// In every script of bottleneck 2.19.5, which the package pins. It has no setting for the clock, and to ask Redis for its time
// before each token would cost a round trip, in which that time grows old.
const clientClock = 'local now = tonumber(ARGV[1])';

// `latest` is a field of ours in bottleneck's hash of settings. Without it, a clock set an hour back would leave the next
// request an hour ahead, and all calls waiting for it.
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

// In some of them. Redis refuses a time to live that is no whole number, as with 30 requests a second.
const brokenLifetime = 'local ttl = (nextRequest + groupTimeout) - now';
const lifetime = 'local ttl = math.ceil(nextRequest + groupTimeout - now)';

/**
 * A script of bottleneck with the clock of Redis in place of each client's own: one machine whose clock is ten seconds
 * ahead would make all others wait ten seconds, and one whose clock is set an hour forth would stop them for an hour.
 */
export function withServerClock(script: string): string {
  if (!script.includes(clientClock)) throw new Error('This version of bottleneck has other scripts than 2.19.5.');
  return script.replace(clientClock, serverClock).replace(brokenLifetime, lifetime);
}
