import * as z from 'zod/mini';
import { clearable, inputSchema } from '../../hypermedia/input.js';
import { resourceSchema, settingDependent } from '../../hypermedia/schema.js';
import type { OpenChoice } from '../../values/choice.js';
import { choiceInput } from '../../values/choice-input.js';
import { dateInput } from '../../values/date-time.js';
import { openChoice } from '../../values/open-choice.js';
import { genderValues } from '../choice-values.js';
import {
  type AccountData,
  type AccountFields,
  accountShape,
  changedAccountInputs,
  optionalAccountInputs,
  requiredAccountInputs,
} from './account-fields.js';

/** Genders that the platform accepts. */
export type Gender = (typeof genderValues)[number];

/** Attributes of a client. Fields that the platform's settings disable are absent. */
export interface ClientData extends AccountData {
  /** Whole years; absent or `null` if the date of birth is not stored. */
  readonly age?: number | null;
  /** Usually a `Gender`, but it can be any text: see `isKnownChoice`. */
  readonly gender: OpenChoice<Gender>;
  /** `yyyy-mm-dd` */
  readonly date_of_birth?: string | null;
  /** In the form in which it was entered. */
  readonly phone_number?: string | null;
  /** Citizen service number. */
  readonly bsn?: string | null;
}

export const clientSchema = resourceSchema<ClientData>(() => ({
  ...accountShape(),
  age: settingDependent(z.number()),
  gender: openChoice<Gender>(),
  date_of_birth: settingDependent(z.string()),
  phone_number: settingDependent(z.string()),
  bsn: settingDependent(z.string()),
}));

/** Attributes of a client that can be changed. */
export interface ClientFields extends AccountFields {
  /** Cannot be reset. */
  readonly gender?: Gender | undefined;
  /** `yyyy-mm-dd`; cannot be reset. */
  readonly date_of_birth?: string | undefined;
  /** No format is documented. */
  readonly phone_number?: string | null | undefined;
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

const gender = choiceInput(genderValues);

const optionalClientFields = {
  ...optionalAccountInputs,
  date_of_birth: z.optional(dateInput),
  phone_number: clearable(z.string()),
  bsn: clearable(z.string()),
};

export const clientFields = inputSchema<ClientFields>({
  ...changedAccountInputs,
  gender: z.optional(gender),
  ...optionalClientFields,
});

export const newClientShape = { ...requiredAccountInputs, gender, active: z.boolean(), ...optionalClientFields };

export const newClient = inputSchema<NewClient>(newClientShape);
