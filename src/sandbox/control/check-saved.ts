import { roleNames } from '../seed/seed-users.js';
import type { SavedState } from '../state/saved-state.js';
import { newSettings } from './check-settings.js';
import {
  anything,
  arrayOf,
  type Check,
  date,
  flag,
  kind,
  oneOf,
  orNull,
  recordOf,
  shape,
  text,
  whole,
} from './check-value.js';

const exactShape = (members: Readonly<Record<string, Check>>): Check =>
  shape(members, { required: Object.keys(members) });

const setOfPermissions = kind('a set', (value) => value instanceof Set);
const mapOf =
  (check: Check): Check =>
  (value, name) => {
    mapOfAnything(value, name);
    for (const member of (value as ReadonlyMap<unknown, unknown>).values()) check(member, name);
  };
const mapOfAnything = kind('a map', (value) => value instanceof Map);

const account: Readonly<Record<string, Check>> = {
  key: text,
  kind: oneOf('client', 'friend', 'professional', 'apiUser'),
  active: flag,
  created: date,
  modified: date,
  permissions: setOfPermissions,
};

const userRecord: Check = (value, name) => {
  recordOf(anything)(value, name);
  const members = value as Readonly<Record<string, unknown>>;
  for (const [member, check] of Object.entries(account)) check(members[member], member);
  if (members.kind !== 'apiUser') recordOf(orNull(text))(members.details, 'details');
};

const place = exactShape({ state: kind('a number', Number.isSafeInteger) });

/** Without these, a sandbox cannot start. Other parts belong to one feature each. */
const parts: Readonly<Record<string, Check>> = {
  ids: place,
  tokenIds: place,
  users: mapOf(userRecord),
  tokens: mapOfAnything,
  labels: mapOfAnything,
  relations: mapOfAnything,
  files: mapOfAnything,
  outbox: arrayOf(recordOf(anything)),
  started: date,
  roleTokens: exactShape(Object.fromEntries(roleNames.map((name) => [name, text]))),
};

const saved = exactShape({
  madeWith: exactShape({
    clients: whole(0),
    seed: kind('a number', Number.isFinite),
    people: arrayOf(recordOf(anything)),
    start: date,
    frozen: flag,
    settings: newSettings,
  }),
  settings: (value, name) => {
    recordOf(anything)(value, name);
    newSettings(value);
  },
  clock: exactShape({ now: date, frozen: flag, savedAt: date }),
  memory: (value, name) => {
    mapOfAnything(value, name);
    const memory = value as SavedState['memory'];
    for (const [part, check] of Object.entries(parts)) check(memory.get(part), part);
  },
});

/** @throws TypeError if a sandbox cannot start with it */
export function checkSaved(state: unknown): void {
  saved(state, 'state');
}
