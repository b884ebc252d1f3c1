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

  /** Changes the given fields. `null` resets an optional field; omitted fields stay unchanged. One request. */
  async update(fields: ProfessionalFields, options: UpdateOptions = {}): Promise<this> {
    const body = checkInput(professionalFields, fields, 'professional');
    return withLabelOffer(this.sendPatch(body, operations.updateProfessional, options));
  }

  /** Lets the professional log in; always sends a mail. Throws a `BadRequestError` if already active. One request. */
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

  /** Replaces the whole list. `counter-operators` also needs another group. One request. */
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
   * Replaces the given lists. One request.
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

/** Attributes of a professional. Fields that the platform's settings disable are absent. */
export interface ProfessionalData {
  /** Given name. */
  readonly first_name: string;
  /** Part between first and last name, such as `van der`. */
  readonly infix: string | null;
  /** Without the infix. */
  readonly last_name: string;
  /** An inactive professional cannot log in. */
  readonly active: boolean;
  /** Set by the platform. It can mean that manual updates are forbidden. */
  readonly external_source: string | null;
  /** Login name. */
  readonly email: string;
  /** Picture; `care.file` opens it. */
  readonly picture?: FileReference | null;
  /** External id, unique among professionals. */
  readonly id?: string | null;
  /** Introduction shown to clients, plain text. */
  readonly description: string | null;
  /** Identifiers of labels; `null` if there are none. */
  readonly labels?: readonly string[] | null;
  /** Full name, composed by the platform. */
  readonly name: string;
}

/** Attributes of a professional that can be changed. Use `activate` and `deactivate` for `active`. */
export interface ProfessionalFields {
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
  /** External id, unique among professionals. */
  readonly id?: string | null | undefined;
  /** Shown to clients. */
  readonly description?: string | null | undefined;
  /** Replaces the whole list. */
  readonly labels?: readonly string[] | null | undefined;
}

/** A professional to create. The platform's settings can require `id`. */
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

/** Resources that the documented links of a professional lead to. */
export interface ProfessionalLinks {
  /** As `groups()`. */
  groups: Groups;
  /** As `roles()`. */
  roles: Roles;
  /** As `tasks()`. */
  'tasks.items': Collection<Task>;
}
