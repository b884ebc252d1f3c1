import * as z from 'zod/mini';
import type { JsonObject } from '../../hypermedia/document.js';
import { checkInput, inputErrorOf, inputSchema } from '../../hypermedia/input.js';
import { Resource } from '../../hypermedia/resource.js';
import { list, resourceSchema } from '../../hypermedia/schema.js';
import type { OpenChoice } from '../../values/choice.js';
import { openChoice } from '../../values/open-choice.js';

/** Groups of a professional. */
export class Groups extends Resource<GroupsData> {
  static override readonly type = 'user/groups';
  static override readonly schema = resourceSchema<GroupsData>(() => ({ groups: list(openChoice<KnownGroup>()) }));
}

/** Attributes of a professional's groups. */
export interface GroupsData {
  /** In any order. */
  readonly groups: readonly Group[];
}

/** A group. The complete list is not documented. */
export type Group = OpenChoice<KnownGroup>;

/** The documented groups. */
export type KnownGroup = 'application-managers' | 'secretaries' | 'therapists' | 'supervisors' | 'counter-operators';

const groupsBodySchema = inputSchema<{ groups: readonly Group[] }>({ groups: z.array(z.string()) });

export function groupsBody(groups: readonly Group[]): JsonObject {
  const body = checkInput(groupsBodySchema, { groups }, 'groups');
  // Documented: counter operators must also be secretaries, therapists or supervisors. Lists with other groups are sent, since
  // undocumented groups may be valid too.
  if (groups.length > 0 && groups.every((group) => group === 'counter-operators')) {
    throw inputErrorOf(
      'groups',
      [{ name: 'groups', message: 'Unknown value.', code: 'unknown-value' }],
      ' `counter-operators` needs one of secretaries, therapists and supervisors.',
    );
  }
  return body;
}
