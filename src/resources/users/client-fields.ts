import * as z from 'zod/mini';
import { clearable, inputSchema } from '../../hypermedia/input.js';
import { optional, resourceSchema, settingDependent } from '../../hypermedia/schema.js';
import { type OpenChoice, openChoice } from '../../values/choice.js';
import { dateInput } from '../../values/date-time.js';
import { email } from '../../values/email.js';
import { type FileReference, fileReference, type InlineFile, inlineFileInput } from '../../values/file.js';

/** The genders that the platform takes. */
export type Gender = (typeof genders)[number];

const genders = ['m', 'f', 'other', 'unknown'] as const;

/** Attributes of a client. Fields that the platform's settings disable are absent. */
export interface ClientData {
  /** The given name. */
  readonly first_name: string;
  /** Between first and last name: `van der`. */
  readonly infix: string | null;
  /** Without the infix. */
  readonly last_name: string;
  /** An inactive client cannot log in. */
  readonly active: boolean;
  /** Filled by the platform; can stand for a setting that forbids manual updates. */
  readonly external_source: string | null;
  /** The login name. */
  readonly email: string;
  /** For `care.file`. */
  readonly picture?: FileReference | null;
  /** Identifiers of labels; `null` where there are none, absent where the reader is the client. */
  readonly labels?: readonly string[] | null;
  /** Whole years; absent or `null` where the date of birth is not kept. */
  readonly age?: number | null;
  /** Any text: see `isKnownChoice`. */
  readonly gender: OpenChoice<Gender>;
  /** `yyyy-mm-dd` */
  readonly date_of_birth?: string | null;
  /** As it was typed. */
  readonly phone_number?: string | null;
  /** External id, unique among clients. */
  readonly id?: string | null;
  /** Citizen service number. */
  readonly bsn?: string | null;
  /** Composed by the platform. */
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

/** What can be changed of a client. */
export interface ClientFields {
  /** Cannot be reset. */
  readonly first_name?: string | undefined;
  /** Between first and last name: `van der`. */
  readonly infix?: string | null | undefined;
  /** Without the infix. Cannot be reset. */
  readonly last_name?: string | undefined;
  /** No uppercase characters. */
  readonly email?: string | undefined;
  /** From `inlineFile`. */
  readonly picture?: InlineFile | null | undefined;
  /** The whole list: it replaces the present one. */
  readonly labels?: readonly string[] | null | undefined;
  /** Cannot be reset. */
  readonly gender?: Gender | undefined;
  /** `yyyy-mm-dd`; cannot be reset. */
  readonly date_of_birth?: string | undefined;
  /** As it was typed: no form is documented. */
  readonly phone_number?: string | null | undefined;
  /** External id, unique among clients. */
  readonly id?: string | null | undefined;
  /** Citizen service number, unique among clients. */
  readonly bsn?: string | null | undefined;
}

/** A client to create. Which of the other fields are required is a setting of the platform. */
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
