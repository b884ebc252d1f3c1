import { type FieldTable, readFields, type Sent } from '../fields/field-table.js';
import { addClient } from '../users/accounts/client-account.js';
import { type ClientInput, clientFieldTable } from '../users/accounts/client-fields.js';
import { addProfessional } from '../users/accounts/professional-account.js';
import { type ProfessionalInput, professionalFieldTable } from '../users/accounts/professional-fields.js';
import { duplicates } from '../users/accounts/uniqueness.js';
import { inputMissing, type Problem } from '../world/failure.js';
import type { JsonObject } from '../world/json.js';
import type { Client, ClientDetails, Professional, ProfessionalDetails } from '../world/user.js';
import type { World } from '../world/world.js';
import { mailbox } from './invented-people.js';

/** What clients and professionals of the caller have in common. */
export interface SandboxPersonFields {
  /** Default `true`. */
  readonly active?: boolean | undefined;
  /** Texts of labels. Those that the sandbox does not have are created. */
  readonly labels?: readonly string[] | undefined;
  /** As a request sends it. */
  readonly picture?:
    | { readonly '@type': 'base64'; readonly data: string; readonly filename?: string | null }
    | undefined;
}

/**
 * A person besides the invented ones, with the fields of the platform. The names are required. Without an `email` the
 * person gets one under `.example`.
 */
export type SandboxPerson =
  | (SandboxPersonFields & Partial<Readonly<ClientDetails>> & { readonly kind?: 'client' | undefined })
  | (SandboxPersonFields & Partial<Readonly<ProfessionalDetails>> & { readonly kind: 'professional' });

/** A person of the option `people` that the sandbox cannot add. The message holds no value of a field. */
export class SandboxPersonError extends TypeError {
  /** For reports: `instanceof` fails for an error of another copy of the package. */
  override readonly name = 'SandboxPersonError';
  /** The place in `people`, from 0. */
  readonly index: number;
  /** The name of the field. */
  readonly field: string;
  /** The problem of the field, as a sentence. */
  readonly problem: string;

  constructor(index: number, { name, message }: Problem) {
    super(`\`people[${index}].${name}\`: ${message}`);
    this.index = index;
    this.field = name;
    this.problem = message;
  }
}

type Refuse = (problem: Problem | undefined) => void;

/** @throws SandboxPersonError at the first problem */
export function addOwnPeople(world: World, people: readonly SandboxPerson[]): (Client | Professional)[] {
  const withDefaults = defaultsFor(world);
  return people.map((person, index) => {
    const { kind = 'client', labels, ...given } = person;
    const refuse: Refuse = (problem) => {
      if (problem !== undefined) throw new SandboxPersonError(index, problem);
    };
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const read = <Shape>(table: FieldTable<Shape>) => fieldsOfPerson(world, kind, table, fields, refuse);
    if (kind === 'client') {
      const sent = read(clientFieldTable);
      const added = { ...{ gender: 'unknown', date_of_birth: '1990-01-15' }, ...withDefaults(sent) };
      return addClient(world, { ...added, labels: labelsOf(world, labels, refuse) }, null);
    }
    if (kind !== 'professional') throw new SandboxPersonError(index, { name: 'kind', message: unknownKind });
    const sent = read(professionalFieldTable);
    const added = { ...withDefaults(sent), labels: labelsOf(world, labels, refuse) };
    return Object.assign(addProfessional(world, added, null), { groups: ['therapists'] });
  });
}

const unknownKind = 'Must be client or professional.';

function fieldsOfPerson<Shape>(
  world: World,
  kind: 'client' | 'professional',
  table: FieldTable<Shape>,
  fields: JsonObject,
  refuse: Refuse,
): Sent<Shape> {
  const { sent, problems, ignored } = readFields(table, fields, 'modify', world);
  const [unknown] = ignored;
  if (unknown !== undefined) {
    const names = table.flatMap((field) => ('readOnly' in field ? [] : [field.name]));
    refuse({ name: unknown, message: `There is no such field to set. There are: kind, ${names.join(', ')}.` });
  }
  for (const name of ['first_name', 'last_name']) {
    if (!Object.hasOwn(fields, name)) refuse({ name, message: inputMissing });
  }
  refuse(problems[0] ?? duplicates(world, kind, sent)[0]);
  return sent;
}

function defaultsFor({ users }: World) {
  /** The last number of each address: thousands of people can have one name. */
  const numbers = new Map<string, number>();
  const freeAddress = (name: string): string => {
    const first = mailbox(name);
    for (let number = numbers.get(first) ?? 1; ; number++) {
      const email = number === 1 ? first : mailbox(name, String(number));
      if (users.emailTaken(email)) continue;
      numbers.set(first, number);
      return email;
    }
  };
  return <Fields extends Sent<ClientInput> | Sent<ProfessionalInput>>(sent: Fields) => {
    const email = sent.email ?? freeAddress(`${sent.first_name} ${sent.last_name}`);
    return { active: true, ...sent, email };
  };
}

/** The identifiers of labels with these texts. */
function labelsOf(world: World, texts: readonly string[] | undefined, refuse: Refuse): string[] {
  if (texts === undefined) return [];
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string' && text.trim() !== '')) {
    refuse({ name: 'labels', message: 'Must be a list of texts.' });
  }
  const identifiers = texts.map((text) => {
    const known = world.labels.all().find(({ label }) => label === text);
    return (known ?? world.labels.create(text)).identifier;
  });
  return [...new Set(identifiers)];
}
