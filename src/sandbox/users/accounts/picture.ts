import type { InlineFile } from '../../world/stored-file.js';
import type { Client, Friend, Professional } from '../../world/user.js';
import type { World } from '../../world/world.js';

/** A new picture replaces the previous one, whose URL then responds with 404. Undefined: none was sent. */
export function replacePicture(
  world: World,
  owner: Client | Friend | Professional,
  sent: InlineFile | null | undefined,
): void {
  if (sent === undefined) return;
  if (owner.picture !== null) world.files.remove(owner.picture);
  owner.picture = sent === null ? null : world.files.store(sent, { kind: 'picture', owner });
}
