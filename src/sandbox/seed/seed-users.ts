/** The users that have a token, one of each kind that behaves differently. */
export const roleNames = [
  'apiUser',
  'apiUserPlain',
  'client',
  'friend',
  'professional',
  'unrelatedProfessional',
  'supervisor',
  'secretary',
  'applicationManager',
  'dataOfficer',
  'dataAnalyst',
  'inactiveClient',
] as const;

/** The roles in `SandboxTokens`. */
export type RoleName = (typeof roleNames)[number];

/**
 * One token per kind of user:
 * - `apiUser`: a dedicated API user with every role and permission; `apiUserPlain`: one with none
 * - `client`: the first client (external id `EHR-1042`); `friend`: the first friend
 * - `professional`: a therapist who attends the first client (external id `PRO-1`)
 * - `unrelatedProfessional`: a therapist without any relation; `supervisor`: supervises the first client
 * - `secretary`, `applicationManager`: professionals in these groups, without relations
 * - `dataOfficer`, `dataAnalyst`: regular users with these roles
 * - `inactiveClient`: an inactive client, so its token is refused
 */
export type SandboxTokens = Readonly<Record<RoleName, string>>;
