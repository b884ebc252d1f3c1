import type { StoredFile } from './stored-file.js';

/** GAP-21: what the document calls roles and permissions, without naming them. */
export type Permission = 'dataOfficer' | 'dataAnalyst' | 'apiErrors' | 'changes' | 'tools';

/** CL-24: what a client or friend may use; each switched off takes its links with it. */
export interface Features {
  /** Reads and writes a diary. */
  diary: boolean;
  /** Has a planning and its calendar. */
  planning: boolean;
  /** Talks to professionals. */
  conversations: boolean;
  /** Can be given tools. */
  tools: boolean;
}

export interface Account {
  /** Canonical id: the path part of the user's URL, and the `user_id` of jobs and logs. */
  readonly key: string;
  active: boolean;
  readonly created: Date;
  modified: Date;
  readonly permissions: Set<Permission>;
}

/** What is known of a client. */
export interface ClientDetails {
  /** The given name. */
  first_name: string;
  /** Between first and last name. */
  infix: string | null;
  /** Without the infix. */
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

/** What is known of a friend. */
export interface FriendDetails {
  /** The login name, unique. */
  email: string;
  /** The whole name. */
  name: string;
}

export interface Friend extends Account {
  readonly kind: 'friend';
  details: FriendDetails;
  picture: StoredFile | null;
  readonly features: Features;
}

/** What is known of a professional. */
export interface ProfessionalDetails {
  /** The given name. */
  first_name: string;
  /** Between first and last name. */
  infix: string | null;
  /** Without the infix. */
  last_name: string;
  /** The login name, unique. */
  email: string;
  /** External id, unique among professionals. */
  id: string | null;
  /** Shown to clients. */
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

/** AUT-5: a system account without email, password or URL. */
export interface ApiUser extends Account {
  readonly kind: 'apiUser';
  readonly name: string;
}

export type User = Client | Friend | Professional | ApiUser;
/** Whom an account is for. */
export type UserKind = User['kind'];

/** CL-22, PR-11 (ours): the name parts that are there, with single spaces. */
export function fullName(user: User): string {
  if (user.kind === 'apiUser') return user.name;
  if (user.kind === 'friend') return user.details.name;
  const { first_name, infix, last_name } = user.details;
  return [first_name, infix, last_name].filter((part) => part !== null && part !== '').join(' ');
}
