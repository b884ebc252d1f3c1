import type { Professional } from '../../world/user.js';

/** The five documented groups. */
export const groupNames: readonly string[] = [
  'application-managers',
  'secretaries',
  'therapists',
  'supervisors',
  'counter-operators',
];

const dependentGroup = 'counter-operators';
export const companionGroups: readonly string[] = ['secretaries', 'therapists', 'supervisors'];

/** Counter operators must be in one of three other groups too. The new list decides. */
export function areAllowedGroups(groups: readonly string[]): boolean {
  return !groups.includes(dependentGroup) || groups.some((group) => companionGroups.includes(group));
}

// The two documented names of roles. Which group each stands for is undocumented.
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

/** The groups after roles were replaced. Groups without a role stay as they are. */
export function groupsWithRoles(groups: readonly string[], roles: readonly string[]): string[] {
  const standing = groups.filter((group) => !Object.values(groupsByRole).includes(group));
  const added = roles.flatMap((role) => groupsByRole[role.slice(role.lastIndexOf('.') + 1)] ?? []);
  return [...standing, ...added];
}
