import type { InlineFile, StoredFile } from '../../world/stored-file.js';
import type { User } from '../../world/user.js';
import type { World } from '../../world/world.js';

/** A new picture replaces the previous one, whose URL then responds with 404. Undefined: none was sent. */
export function replacePicture(
  world: World,
  owner: { picture: StoredFile | null },
  sent: InlineFile | null | undefined,
  readableBy: (viewer: User) => boolean,
): void {
  if (sent === undefined) return;
  if (owner.picture !== null) world.files.remove(owner.picture);
  owner.picture = sent === null ? null : world.files.store(sent, readableBy);
}
