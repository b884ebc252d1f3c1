import type { Professional } from '../world/user.js';

/** GRP-2, NS-1: the five seen. */
export const groupNames: readonly string[] = [
  'application-managers',
  'secretaries',
  'therapists',
  'supervisors',
  'counter-operators',
];

const dependentGroup = 'counter-operators';
const companionGroups = ['secretaries', 'therapists', 'supervisors'];

/** EPU-37: counter operators are in one of three other groups too; judged by the new list as a whole. */
export function areAllowedGroups(groups: readonly string[]): boolean {
  return !groups.includes(dependentGroup) || groups.some((group) => companionGroups.includes(group));
}

// ROL-2, ROL-4: the two names seen; which group each stands for is ours.
const groupsByRole: Readonly<Record<string, string>> = {
  Secretary: 'secretaries',
  ApplicationManager: 'application-managers',
};

export const roleIdentifiers = (prefix: string): string[] =>
  Object.keys(groupsByRole).map((name) => `${prefix}.${name}`);

/** Roles are a view of the groups. */
export function rolesOf(professional: Professional, prefix: string): string[] {
  return Object.entries(groupsByRole)
    .filter(([, group]) => professional.groups.includes(group))
    .map(([name]) => `${prefix}.${name}`);
}

/** The groups after the roles were replaced: those no role stands for stay as they are. */
export function groupsWithRoles(groups: readonly string[], roles: readonly string[]): string[] {
  const standing = groups.filter((group) => !Object.values(groupsByRole).includes(group));
  const added = roles.flatMap((role) => groupsByRole[role.slice(role.lastIndexOf('.') + 1)] ?? []);
  return [...standing, ...added];
}
