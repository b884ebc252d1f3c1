import * as z from 'zod/mini';
import { clearable, inputSchema } from '../../hypermedia/input.js';
import { optional, resourceSchema, settingDependent } from '../../hypermedia/schema.js';
import { type OpenChoice, openChoice } from '../../values/choice.js';
import { dateInput } from '../../values/date-time.js';
import { email } from '../../values/email.js';
import { type FileReference, fileReference, type InlineFile, inlineFileInput } from '../../values/file.js';

/** Genders that the platform accepts. */
export type Gender = (typeof genders)[number];

const genders = ['m', 'f', 'other', 'unknown'] as const;

/** Attributes of a client. Fields that the platform's settings disable are absent. */
export interface ClientData {
  /** Given name. */
  readonly first_name: string;
  /** Part between first and last name, such as `van der`. */
  readonly infix: string | null;
  /** Without the infix. */
  readonly last_name: string;
  /** An inactive client cannot log in. */
  readonly active: boolean;
  /** Set by the platform. It can mean that manual updates are forbidden. */
  readonly external_source: string | null;
  /** Login name. */
  readonly email: string;
  /** Picture; `care.file` opens it. */
  readonly picture?: FileReference | null;
  /** Identifiers of labels; `null` if there are none, absent if the client itself reads it. */
  readonly labels?: readonly string[] | null;
  /** Whole years; absent or `null` if the date of birth is not stored. */
  readonly age?: number | null;
  /** Usually a `Gender`, but it can be any text: see `isKnownChoice`. */
  readonly gender: OpenChoice<Gender>;
  /** `yyyy-mm-dd` */
  readonly date_of_birth?: string | null;
  /** In the form in which it was entered. */
  readonly phone_number?: string | null;
  /** External id, unique among clients. */
  readonly id?: string | null;
  /** Citizen service number. */
  readonly bsn?: string | null;
  /** Full name, composed by the platform. */
  readonly name: string;
}

export const clientSchema = resourceSchema<ClientData>({
  first_name: z.string(),
  infix: optional(z.string()),
  last_name: z.string(),
  active: z.boolean(),
  external_source: optional(z.string()),
  email: z.string(),
  picture: settingDependent(fileReference),
  labels: settingDependent(z.array(z.string())),
  age: settingDependent(z.number()),
  gender: openChoice<Gender>(),
  date_of_birth: settingDependent(z.string()),
  phone_number: settingDependent(z.string()),
  id: settingDependent(z.string()),
  bsn: settingDependent(z.string()),
  name: z.string(),
});

/** Attributes of a client that can be changed. */
export interface ClientFields {
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
  /** Cannot be reset. */
  readonly gender?: Gender | undefined;
  /** `yyyy-mm-dd`; cannot be reset. */
  readonly date_of_birth?: string | undefined;
  /** No format is documented. */
  readonly phone_number?: string | null | undefined;
  /** External id, unique among clients. */
  readonly id?: string | null | undefined;
  /** Citizen service number, unique among clients. */
  readonly bsn?: string | null | undefined;
}

/** A client to create. The platform's settings can require more fields. */
export interface NewClient extends ClientFields {
  readonly first_name: string;
  readonly last_name: string;
  /** `true` sends a welcome mail. */
  readonly active: boolean;
  readonly email: string;
  readonly gender: Gender;
}

const optionalClientFields = {
  infix: clearable(z.string()),
  picture: clearable(inlineFileInput),
  labels: clearable(z.array(z.string())),
  date_of_birth: z.optional(dateInput),
  phone_number: clearable(z.string()),
  id: clearable(z.string()),
  bsn: clearable(z.string()),
};

const requiredFields = { first_name: z.string(), last_name: z.string(), email, gender: z.enum(genders) };

export const clientFields = inputSchema<ClientFields>({
  first_name: z.optional(requiredFields.first_name),
  last_name: z.optional(requiredFields.last_name),
  email: z.optional(requiredFields.email),
  gender: z.optional(requiredFields.gender),
  ...optionalClientFields,
});

export const newClient = inputSchema<NewClient>({ ...requiredFields, active: z.boolean(), ...optionalClientFields });
