import type { Sent } from '../../fields/field-table.js';
import type { Friend } from '../../world/user.js';
import type { World } from '../../world/world.js';
import type { FriendInput } from './friend-fields.js';
import { newAccount } from './new-account.js';
import { replacePicture } from './picture.js';

/** Friends are not created by the API. */
export function addFriend(world: World, sent: Sent<FriendInput>): Friend {
  const { active = true, email = '', name = '', picture } = sent;
  const friend: Friend = {
    kind: 'friend',
    ...newAccount(world, active),
    details: { email, name },
    picture: null,
    features: { diary: false, planning: true, conversations: true, tools: true },
  };
  replacePicture(world, friend, picture);
  return world.users.add(friend);
}

/** A friend has no activation, so PATCH sets `active` too. */
export function changeFriend(world: World, friend: Friend, sent: Sent<FriendInput>): void {
  const { active, picture, ...details } = sent;
  friend.active = active ?? friend.active;
  friend.details = { ...friend.details, ...details };
  replacePicture(world, friend, picture);
  friend.modified = world.clock.now();
}
