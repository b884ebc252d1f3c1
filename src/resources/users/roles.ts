import * as z from 'zod/mini';
import type { JsonObject } from '../../hypermedia/document.js';
import { checkInput, inputSchema } from '../../hypermedia/input.js';
import { Resource } from '../../hypermedia/resource.js';
import { list, resourceSchema } from '../../hypermedia/schema.js';

/** @deprecated the platform will remove roles, which it translates to and from groups; use `Groups`. */
export class Roles extends Resource<RolesData> {
  static override readonly type = 'user/roles';
  static override readonly schema = resourceSchema<RolesData>(() => ({
    roles: list(z.string()),
    additional_roles: list(z.string()),
  }));
}

/** Roles of a professional. Identifiers have the form `<prefix>.<Name>`. The complete list and the prefix are not documented. */
export interface RolesData {
  /** Identifiers such as `role.Secretary`. */
  readonly roles: readonly string[];
  /** Identifiers, as in `roles`. */
  readonly additional_roles: readonly string[];
}

/** Roles to set. Each given list replaces the whole list. */
export interface RolesFields {
  /** The whole list. */
  readonly roles?: readonly string[] | undefined;
  /** The whole list. */
  readonly additional_roles?: readonly string[] | undefined;
}

const fieldsSchema = inputSchema<RolesFields>({
  roles: z.optional(z.array(z.string())),
  additional_roles: z.optional(z.array(z.string())),
});

export function rolesBody(fields: RolesFields): JsonObject {
  return checkInput(fieldsSchema, fields, 'roles');
}
