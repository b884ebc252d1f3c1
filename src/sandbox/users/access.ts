import type { Client, Friend, Professional, User } from '../world/user.js';
import type { World } from '../world/world.js';

// AUT-7 to AUT-12 and GAP-20. The document gives the outlines; where it is silent the line drawn is ours.

const inGroup = (user: User, group: string) => user.kind === 'professional' && user.groups.includes(group);

/** Sees contact data of everyone (AUT-12) and manages client accounts (ours: these two groups). */
export const isOffice = (viewer: User) =>
  viewer.kind === 'apiUser' || inGroup(viewer, 'secretaries') || inGroup(viewer, 'application-managers');

/** Manages professionals: API users and application managers (ours). */
export const isManager = (viewer: User) => viewer.kind === 'apiUser' || inGroup(viewer, 'application-managers');

/** Labels are open to professionals and API users (GAP-20). */
export const isStaff = (viewer: User) => viewer.kind === 'apiUser' || viewer.kind === 'professional';

/** FR-7, REL-4, AUT-10, AUT-11: contact data of a client or friend. */
export function seesPerson(world: World, viewer: User, person: Client | Friend): boolean {
  if (person.kind === 'friend') return viewer === person || viewer.kind === 'apiUser';
  return isOffice(viewer) || seesTherapy(world, viewer, person);
}

/** AUT-12: diary, tasks, tools, planning and conversations: the user itself, API users and related professionals. */
export function seesTherapy(world: World, viewer: User, person: Client | Friend): boolean {
  if (viewer === person || viewer.kind === 'apiUser') return true;
  return viewer.kind === 'professional' && world.relations.areRelated(person, viewer);
}

/** Staff see each other; a client sees its own therapists, whose `description` is written for it (PR-9; ours). */
export function seesProfessional(world: World, viewer: User, professional: Professional): boolean {
  return isStaff(viewer) || world.relations.areRelated(viewer, professional);
}

/** A user edits its own account as in the web application (AUT-9); managers edit all. */
export const editsProfessional = (viewer: User, professional: Professional) =>
  viewer === professional || isManager(viewer);
