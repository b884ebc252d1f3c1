import type { Call } from '../../http/call/call.js';
import type { Client, Features, Friend, Professional } from '../../world/user.js';
import { seesTherapy } from './access.js';

/** The `target` of routes below `c/:userId`. */
export function personOf(call: Call): Client | Friend | undefined {
  return call.world.users.clientOrFriend(call.param('userId'));
}

/** Without the feature its endpoints respond with 404, as documented for the diary. */
export function personWith(feature: Exclude<keyof Features, 'diary'>): (call: Call) => Client | Friend | undefined {
  return (call) => {
    const person = personOf(call);
    return person?.features[feature] ? person : undefined;
  };
}

/** Friends have no diary. Without access to one, of the client or the caller, every request is 404. */
export function clientWithDiary(call: Call): Client | undefined {
  const client = call.world.users.client(call.param('userId'));
  return client?.features.diary && therapy(call, client) ? client : undefined;
}

export function professionalOf(call: Call): Professional | undefined {
  return call.world.users.professional(call.param('userId'));
}

/** Whether the viewer may use what belongs to `person`. */
export function therapy(call: Call, person: Client | Friend): boolean {
  return seesTherapy(call.world, call.viewer, person);
}
