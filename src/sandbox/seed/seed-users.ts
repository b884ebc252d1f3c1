/** The users with a token of their own, one of each kind that behaves differently. */
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

/** Whose token it is: see `SandboxTokens`. */
export type RoleName = (typeof roleNames)[number];

/**
 * One token per kind of user:
 * - `apiUser`: a dedicated API user with every role and permission; `apiUserPlain`: one with none (TRAP-29)
 * - `client`: the first client (external id `EHR-1042`); `friend`: the first friend
 * - `professional`: a therapist who attends the first client (external id `PRO-1`); `unrelatedProfessional`: a
 *   therapist without any relation; `supervisor`: supervises the first client
 * - `secretary`, `applicationManager`: professionals in these groups, without relations
 * - `dataOfficer`, `dataAnalyst`: regular users with these roles (AUT-17)
 * - `inactiveClient`: a client that is not active, so its token is refused (CL-5)
 */
export type SandboxTokens = Readonly<Record<RoleName, string>>;
