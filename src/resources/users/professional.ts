import * as z from 'zod/mini';
import type { JsonObject } from '../../hypermedia/document.js';
import { checkInput, clearable, inputSchema } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import { isEmptyBody, type RequestOptions } from '../../hypermedia/request-options.js';
import type { UpdateOptions } from '../../hypermedia/resource.js';
import { optional, resourceSchema } from '../../hypermedia/schema.js';
import type { Operation } from '../../transport/request.js';
import { groupValues } from '../choice-values.js';
import type { InstalledGroup, KnownText } from '../installation.js';
import type { Task } from '../task.js';
import { operations } from '../writes/operations.js';
import { Account } from './account.js';
import {
  type AccountData,
  type AccountFields,
  accountShape,
  changedAccountInputs,
  optionalAccountInputs,
  requiredAccountInputs,
} from './account-fields.js';
import { type Group, Groups, groupsBody } from './groups.js';
import { withLabelOffer, withOffer } from './offer.js';
import { Roles, type RolesFields, rolesBody } from './roles.js';

/** A professional of the institution. Cannot be deleted. */
export class Professional extends Account<ProfessionalData, ProfessionalLinks> {
  static override readonly type = 'professional';
  static override readonly schema = resourceSchema<ProfessionalData>(() => ({
    ...accountShape(),
    description: optional(z.string()),
  }));

  /**
   * Changes the given fields. `null` resets an optional field; omitted fields stay unchanged. Use `activate` and `deactivate`
   * for `active`. One request; the last write wins. Errors are those of `client.update`.
   */
  async update(fields: ProfessionalFields, options: UpdateOptions = {}): Promise<this> {
    const body = checkInput(professionalFields, fields, 'professional');
    return withLabelOffer(this.sendPatch(body, operations.updateProfessional, options));
  }

  /** Lets the professional log in; always sends a mail. Throws a `BadRequestError` if already active. One request. */
  activate(options: RequestOptions = {}): Promise<this> {
    return this.setActive(true, {}, options);
  }

  /**
   * Stops the professional from logging in; always sends a mail. Throws a `BadRequestError` if already inactive. One request.
   */
  deactivate(options: RequestOptions = {}): Promise<this> {
    return this.setActive(false, {}, options);
  }

  /** The groups of the professional. One request. */
  groups(options: RequestOptions = {}): Promise<Groups> {
    return this.read('groups', Groups, options);
  }

  /**
   * Replaces the whole list. `counter-operators` also needs another group, otherwise the platform refuses it with an
   * `InvalidInputError`. One request.
   */
  async setGroups<Name extends Group>(
    groups: readonly KnownText<Name, InstalledGroup>[],
    options: RequestOptions = {},
  ): Promise<void> {
    const write = this.#replace('groups', groupsBody(groups), operations.setGroups, options);
    await withOffer('groups', `The documented groups are ${groupValues.join(', ')}.`, write);
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
    if (!isEmptyBody(body, request)) await this.sendTo(name, { method: 'PATCH', operation, body }, request);
  }
}

/** Attributes of a professional. Fields that the platform's settings disable are absent. */
export interface ProfessionalData extends AccountData {
  /** Introduction shown to clients, plain text. */
  readonly description: string | null;
}

/** Attributes of a professional that can be changed. Use `activate` and `deactivate` for `active`. */
export interface ProfessionalFields extends AccountFields {
  /** Shown to clients. */
  readonly description?: string | null | undefined;
}

/** A professional to create. The platform's settings can require `id`. */
export interface NewProfessional extends ProfessionalFields {
  readonly first_name: string;
  readonly last_name: string;
  /** An inactive professional cannot log in. */
  readonly active: boolean;
  readonly email: string;
}

const optionalProfessionalFields = { ...optionalAccountInputs, description: clearable(z.string()) };

export const professionalFields = inputSchema<ProfessionalFields>({
  ...changedAccountInputs,
  ...optionalProfessionalFields,
});

export const newProfessionalShape = {
  ...requiredAccountInputs,
  active: z.boolean(),
  ...optionalProfessionalFields,
};

export const newProfessional = inputSchema<NewProfessional>(newProfessionalShape);

/** Resources that the documented links of a professional lead to. */
export interface ProfessionalLinks {
  /** As `groups()`. */
  groups: Groups;
  /** As `roles()`. */
  roles: Roles;
  /** As `tasks()`. */
  'tasks.items': Collection<Task>;
}
