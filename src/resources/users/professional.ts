import * as z from 'zod/mini';
import type { JsonObject } from '../../hypermedia/document.js';
import { checkInput, clearable, inputSchema } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import { isEmptyBody, type RequestOptions } from '../../hypermedia/request-options.js';
import type { UpdateOptions } from '../../hypermedia/resource.js';
import { optional, resourceSchema, settingDependent } from '../../hypermedia/schema.js';
import type { Operation } from '../../transport/request.js';
import { email } from '../../values/email.js';
import { type FileReference, fileReference, type InlineFile, inlineFileInput } from '../../values/file.js';
import type { Task } from '../task.js';
import { operations } from '../writes/operations.js';
import { Account } from './account.js';
import { type Group, Groups, groupsBody, knownGroups } from './groups.js';
import { withLabelOffer, withOffer } from './offer.js';
import { Roles, type RolesFields, rolesBody } from './roles.js';

/** A professional of the institution. Cannot be deleted. */
export class Professional extends Account<ProfessionalData, ProfessionalLinks> {
  static override readonly type = 'professional';
  static override readonly schema = resourceSchema<ProfessionalData>({
    first_name: z.string(),
    infix: optional(z.string()),
    last_name: z.string(),
    active: z.boolean(),
    external_source: optional(z.string()),
    email: z.string(),
    picture: settingDependent(fileReference),
    id: settingDependent(z.string()),
    description: optional(z.string()),
    labels: settingDependent(z.array(z.string())),
    name: z.string(),
  });

  /** Changes the fields that are named: `null` resets an optional one, what is left out stays. One request. */
  async update(fields: ProfessionalFields, options: UpdateOptions = {}): Promise<this> {
    const body = checkInput(professionalFields, fields, 'professional');
    return withLabelOffer(this.sendPatch(body, operations.updateProfessional, options));
  }

  /** Lets the professional log in; always sends a mail. `BadRequestError` where it is active already. One request. */
  activate(options: RequestOptions = {}): Promise<this> {
    return this.setActive(true, {}, options);
  }

  /** Stops the professional from logging in; always sends a mail. One request. */
  deactivate(options: RequestOptions = {}): Promise<this> {
    return this.setActive(false, {}, options);
  }

  /** One request. */
  groups(options: RequestOptions = {}): Promise<Groups> {
    return this.read('groups', Groups, options);
  }

  /** Replaces the whole list; `counter-operators` needs another group beside it. One request. */
  async setGroups(groups: readonly Group[], options: RequestOptions = {}): Promise<void> {
    const write = this.#replace('groups', groupsBody(groups), operations.setGroups, options);
    await withOffer('groups', `The documented groups are ${knownGroups.join(', ')}.`, write);
  }

  /**
   * One request.
   * @deprecated the platform will remove roles; use `groups`.
   */
  roles(options: RequestOptions = {}): Promise<Roles> {
    return this.read('roles', Roles, options);
  }

  /**
   * Replaces the lists that are named. One request.
   * @deprecated the platform will remove roles; use `setGroups`.
   */
  async setRoles(roles: RolesFields, options: RequestOptions = {}): Promise<void> {
    await this.#replace('roles', rolesBody(roles), operations.setRoles, options);
  }

  async #replace(name: string, body: JsonObject, operation: Operation, options: RequestOptions): Promise<void> {
    const request = this.session.begin(options);
    if (isEmptyBody(body, request)) return;
    const { url, target } = await this.findLink(name, request);
    await this.session.send(url, { ...request, method: 'PATCH', target, operation, body });
  }
}

/** What is told of a professional. Fields that a setting switches off are absent. */
export interface ProfessionalData {
  /** The given name. */
  readonly first_name: string;
  /** Between first and last name: `van der`. */
  readonly infix: string | null;
  /** Without the infix. */
  readonly last_name: string;
  /** An inactive professional cannot log in. */
  readonly active: boolean;
  /** Filled by the platform; can stand for a setting that forbids manual updates. */
  readonly external_source: string | null;
  /** The login name. */
  readonly email: string;
  /** For `care.file`. */
  readonly picture?: FileReference | null;
  /** External id, unique among professionals. */
  readonly id?: string | null;
  /** Introduction shown to clients, plain text. */
  readonly description: string | null;
  /** Identifiers of labels; `null` where there are none. */
  readonly labels?: readonly string[] | null;
  /** Composed by the platform. */
  readonly name: string;
}

/** What can be changed of a professional; `active` changes with `activate` and `deactivate`. */
export interface ProfessionalFields {
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
  /** External id, unique among professionals. */
  readonly id?: string | null | undefined;
  /** Shown to clients. */
  readonly description?: string | null | undefined;
  /** The whole list: it replaces the present one. */
  readonly labels?: readonly string[] | null | undefined;
}

/** A professional to create. Whether `id` is required is a setting of the platform. */
export interface NewProfessional extends ProfessionalFields {
  readonly first_name: string;
  readonly last_name: string;
  /** An inactive professional cannot log in. */
  readonly active: boolean;
  readonly email: string;
}

const optionalProfessionalFields = {
  infix: clearable(z.string()),
  picture: clearable(inlineFileInput),
  id: clearable(z.string()),
  description: clearable(z.string()),
  labels: clearable(z.array(z.string())),
};

export const professionalFields = inputSchema<ProfessionalFields>({
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
  email: z.optional(email),
  ...optionalProfessionalFields,
});

export const newProfessional = inputSchema<NewProfessional>({
  first_name: z.string(),
  last_name: z.string(),
  active: z.boolean(),
  email,
  ...optionalProfessionalFields,
});

/** What the documented links of a professional lead to. */
export interface ProfessionalLinks {
  /** As `groups()`. */
  groups: Groups;
  /** As `roles()`. */
  roles: Roles;
  /** As `tasks()`. */
  'tasks.items': Collection<Task>;
}
