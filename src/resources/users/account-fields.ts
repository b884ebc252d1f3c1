import * as z from 'zod/mini';
import { clearable } from '../../hypermedia/input.js';
import { optional, settingDependent } from '../../hypermedia/schema.js';
import { email } from '../../values/email.js';
import { type FileReference, fileReference, type InlineFile, inlineFileInput } from '../../values/file.js';

/** Attributes that clients and professionals share. Fields that the platform's settings disable are absent. */
export interface AccountData {
  /** Given name. */
  readonly first_name: string;
  /** Part between first and last name, such as `van der`. */
  readonly infix: string | null;
  /** Without the infix. */
  readonly last_name: string;
  /** The user of an inactive account cannot log in. */
  readonly active: boolean;
  /** Set by the platform. It can mean that manual updates are forbidden. */
  readonly external_source: string | null;
  /** Login name. */
  readonly email: string;
  /** Picture; `care.file` opens it. */
  readonly picture?: FileReference | null;
  /** Identifiers of labels; `null` if there are none, absent if a client itself reads it. */
  readonly labels?: readonly string[] | null;
  /** External id, unique among clients or among professionals. */
  readonly id?: string | null;
  /** Full name, composed by the platform. */
  readonly name: string;
}

export const accountShape = () => ({
  first_name: z.string(),
  infix: optional(z.string()),
  last_name: z.string(),
  active: z.boolean(),
  external_source: optional(z.string()),
  email: z.string(),
  picture: settingDependent(fileReference),
  labels: settingDependent(z.array(z.string())),
  id: settingDependent(z.string()),
  name: z.string(),
});

/** Attributes that can be changed for clients and for professionals. */
export interface AccountFields {
  /** Cannot be reset. */
  readonly first_name?: string | undefined;
  /** Part between first and last name, such as `van der`. */
  readonly infix?: string | null | undefined;
  /** Without the infix. Cannot be reset. */
  readonly last_name?: string | undefined;
  /** No uppercase characters. */
  readonly email?: string | undefined;
  /** Result of `inlineFile`. */
  readonly picture?: InlineFile | null | undefined;
  /** Replaces the whole list. */
  readonly labels?: readonly string[] | null | undefined;
  /** External id, unique among clients or among professionals. */
  readonly id?: string | null | undefined;
}

export const requiredAccountInputs = { first_name: z.string(), last_name: z.string(), email };

export const optionalAccountInputs = {
  infix: clearable(z.string()),
  picture: clearable(inlineFileInput),
  labels: clearable(z.array(z.string())),
  id: clearable(z.string()),
};

/** The required inputs of a new account, as those of a change. */
export const changedAccountInputs = {
  first_name: z.optional(requiredAccountInputs.first_name),
  last_name: z.optional(requiredAccountInputs.last_name),
  email: z.optional(requiredAccountInputs.email),
};
