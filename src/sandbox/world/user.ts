import type { StoredFile } from './stored-file.js';

/** The documentation speaks of roles and permissions without naming them. These names are those of the sandbox. */
export type Permission = 'dataOfficer' | 'dataAnalyst' | 'apiErrors' | 'changes' | 'tools';

/** Features that a client or friend may use. A feature that is switched off also removes its links. */
export interface Features {
  /** Can read and write a diary. Friends cannot. */
  diary: boolean;
  /** Has a planning and its calendar. */
  planning: boolean;
  /** Can talk to professionals. */
  conversations: boolean;
  /** Can be given tools. */
  tools: boolean;
}

export interface Account {
  /** The last part of the user's URL, and the `user_id` in jobs and logs. */
  readonly key: string;
  active: boolean;
  readonly created: Date;
  modified: Date;
  readonly permissions: Set<Permission>;
}

/** Attributes of a client. */
export interface ClientDetails {
  /** The given name. */
  first_name: string;
  /** Between first and last name. */
  infix: string | null;
  /** The last name without the infix. */
  last_name: string;
  /** The login name, unique. */
  email: string;
  /** `m`, `f`, `other` or `unknown`. */
  gender: string;
  /** `yyyy-mm-dd`. */
  date_of_birth: string | null;
  /** Any text. */
  phone_number: string | null;
  /** External id, unique among clients. */
  id: string | null;
  /** Citizen service number, unique among clients. */
  bsn: string | null;
}

export interface Client extends Account {
  readonly kind: 'client';
  details: ClientDetails;
  readonly externalSource: string | null;
  picture: StoredFile | null;
  labels: readonly string[];
  readonly features: Features;
}

/** Attributes of a friend. */
export interface FriendDetails {
  /** The login name, unique. */
  email: string;
  /** The full name. */
  name: string;
}

export interface Friend extends Account {
  readonly kind: 'friend';
  details: FriendDetails;
  picture: StoredFile | null;
  readonly features: Features;
}

/** Attributes of a professional. */
export interface ProfessionalDetails {
  /** The given name. */
  first_name: string;
  /** Between first and last name. */
  infix: string | null;
  /** The last name without the infix. */
  last_name: string;
  /** The login name, unique. */
  email: string;
  /** External id, unique among professionals. */
  id: string | null;
  /** A text that clients can see. */
  description: string | null;
}

export interface Professional extends Account {
  readonly kind: 'professional';
  details: ProfessionalDetails;
  readonly externalSource: string | null;
  picture: StoredFile | null;
  labels: readonly string[];
  groups: readonly string[];
  additionalRoles: readonly string[];
}

/** A system account without email, password or URL. */
export interface ApiUser extends Account {
  readonly kind: 'apiUser';
  readonly name: string;
}

export type User = Client | Friend | Professional | ApiUser;
/** The kinds of accounts. */
export type UserKind = User['kind'];

/** The parts of the name that exist, separated by single spaces (undocumented). */
export function fullName(user: User): string {
  if (user.kind === 'apiUser') return user.name;
  if (user.kind === 'friend') return user.details.name;
  const { first_name, infix, last_name } = user.details;
  return [first_name, infix, last_name].filter((part) => part !== null && part !== '').join(' ');
}
