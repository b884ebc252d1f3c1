import type { Client, Friend, Professional, User } from '../../world/user.js';
import type { World } from '../../world/world.js';

// The documentation gives the outlines of access rights. Details marked as undocumented are choices of the sandbox.

const inGroup = (user: User, group: string) => user.kind === 'professional' && user.groups.includes(group);

/** Sees contact data of all users, and manages client accounts (undocumented which groups do). */
export const isOffice = (viewer: User) =>
  viewer.kind === 'apiUser' || inGroup(viewer, 'secretaries') || inGroup(viewer, 'application-managers');

/** Manages professionals: API users and application managers (undocumented). */
export const isManager = (viewer: User) => viewer.kind === 'apiUser' || inGroup(viewer, 'application-managers');

/** Professionals and API users. */
export const isStaff = (viewer: User) => viewer.kind === 'apiUser' || viewer.kind === 'professional';

/** Whether the viewer sees the contact data of a client or friend. */
export function seesPerson(world: World, viewer: User, person: Client | Friend): boolean {
  if (person.kind === 'friend') return viewer === person || viewer.kind === 'apiUser';
  return isOffice(viewer) || seesTherapy(world, viewer, person);
}

/** Diary, tasks, tools, planning and conversations: for the user itself, API users and related professionals. */
export function seesTherapy(world: World, viewer: User, person: Client | Friend): boolean {
  if (viewer === person || viewer.kind === 'apiUser') return true;
  return viewer.kind === 'professional' && world.relations.areRelated(person, viewer);
}

/** Staff see all professionals. Clients see their own therapists, whose `description` is for them (undocumented). */
export function seesProfessional(world: World, viewer: User, professional: Professional): boolean {
  return isStaff(viewer) || world.relations.areRelated(viewer, professional);
}

/** The viewers of a user's picture are those of the user. */
export function seesUser(world: World, viewer: User, user: Client | Friend | Professional): boolean {
  return user.kind === 'professional' ? seesProfessional(world, viewer, user) : seesPerson(world, viewer, user);
}

/** Users edit their own accounts, managers edit all. */
export const editsProfessional = (viewer: User, professional: Professional) =>
  viewer === professional || isManager(viewer);
