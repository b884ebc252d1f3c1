import type { Call } from '../http/call.js';
import type { Client, Features, Friend, Professional } from '../world/user.js';
import { seesTherapy } from './access.js';

/** What belongs to a client or friend is found through it: the `target` of routes below `c/:userId`. */
export function personOf(call: Call): Client | Friend | undefined {
  return call.world.users.clientOrFriend(call.param('userId'));
}

/** CL-24: without the feature its endpoints are as absent as its links. Only the diary is said to answer 404 (EPD-11). */
export function personWith(feature: Exclude<keyof Features, 'diary'>): (call: Call) => Client | Friend | undefined {
  return (call) => {
    const person = personOf(call);
    return person?.features[feature] ? person : undefined;
  };
}

/** EPD-11, TRAP-20: friends have no diary, and without access to one, of the client or the caller, all is 404. */
export function clientWithDiary(call: Call): Client | undefined {
  const client = call.world.users.client(call.param('userId'));
  return client?.features.diary && therapy(call, client) ? client : undefined;
}

export function professionalOf(call: Call): Professional | undefined {
  return call.world.users.professional(call.param('userId'));
}

/** AUT-10 to AUT-12 for an operation on what belongs to `person`. */
export function therapy(call: Call, person: Client | Friend): boolean {
  return seesTherapy(call.world, call.viewer, person);
}
