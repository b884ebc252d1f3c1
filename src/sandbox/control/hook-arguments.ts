import { contentTypes } from '../catalogue/item.js';
import { areAllowedGroups, companionGroups, groupNames } from '../users/groups/groups.js';
import { deepCopy } from '../world/deep-copy.js';
import { parseInstant } from '../world/time-text.js';
import {
  arrayOf,
  bytes,
  type Check,
  choiceOf,
  date,
  flag,
  kind,
  oneOf,
  orNull,
  recordOf,
  reference,
  shape,
  text,
  whole,
  withSchema,
} from './check-value.js';

/** The parameters of a hook, in their order. A name with a question mark is optional. */
export type HookParameters = Readonly<Record<string, Check>>;

const languages = ['da', 'de', 'en', 'es', 'fr', 'hu', 'nl'];
const permissions = arrayOf(choiceOf('permission', ['dataOfficer', 'dataAnalyst', 'apiErrors', 'changes', 'tools']));
const features = shape({ diary: flag, planning: flag, conversations: flag, tools: flag }, { what: 'feature' });
const calendarDay = kind('a day such as 1990-01-15', (value) => parseInstant(`${value}T00:00:00`) !== undefined, {
  ...{ type: 'string', format: 'date' },
});
/** Without a zone or a fraction of a second, which the times of a calendar cannot have. */
const wallClockForm = /^(19|[2-9]\d)\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/;
const wallClockTime = kind(
  'a wall clock time such as 2026-03-02T10:30:00',
  (value) => typeof value === 'string' && wallClockForm.test(value) && parseInstant(value) !== undefined,
  { type: 'string', description: 'a wall clock time such as 2026-03-02T10:30:00' },
);
const textOrNumber = kind('a text or a number', (value) => typeof value === 'string' || Number.isFinite(value), {
  type: ['string', 'number'],
});
const user = reference('the key, URL or external id of a user');
const task = reference('the key or URL of a task');
const conversation = reference('the key or URL of a conversation');
const exportJob = reference('the key or URL of an export job');
const problems = arrayOf(shape({ name: text, message: text }, { required: ['name', 'message'] }));
const jobError = shape({ message: text, extra: problems });
const taskText = shape({ title: text, message: text });
const picture = shape({ bytes, contentType: text, filename: orNull(text) }, { required: ['bytes', 'contentType'] });
const person = { first_name: text, infix: orNull(text), last_name: text, email: text, active: flag };
const record = { at: date, message: text, extra: orNull(problems) };
const callError = shape({ ...record, userId: orNull(text), uri: text, code: whole(100), payload: orNull(text) });

const severalUsers = arrayOf(user);
const listOfGroups = arrayOf(oneOf(...groupNames));
const groups = withSchema({ ...listOfGroups.schema }, (value, name) => {
  listOfGroups(value, name);
  if (!areAllowedGroups(value as readonly string[]))
    throw new TypeError(`\`${name}\` must have ${companionGroups.join(' or ')} besides counter-operators`);
});
const group = shape({ group: text }, { required: ['group'] });
const groupOrUsers = withSchema({ anyOf: [severalUsers.schema, group.schema] }, (value, name) =>
  (Array.isArray(value) ? severalUsers : group)(value, name),
);

const schema = shape(
  {
    ...{ name: text, version: whole(0), title: text, icons: recordOf(text) },
    fields: arrayOf(
      shape(
        {
          ...{ name: text, title: text, type: oneOf('text', 'image', 'choice', 'integer'), required: flag },
          ...{ default: textOrNumber, min: whole(-(2 ** 31)), max: whole(-(2 ** 31)), widget: oneOf('slider') },
          description: text,
          choices: arrayOf(shape({ icon: text, name: text, value: text }, { required: ['icon', 'name', 'value'] })),
        },
        { required: ['name', 'title', 'type'] },
      ),
    ),
    charts: arrayOf(
      shape({
        ...{ title: text, type: oneOf('bar'), buckets: oneOf('day') },
        series: arrayOf(shape({ field: text, 'bucket-function': oneOf('tally') })),
      }),
    ),
  },
  { required: ['name', 'version', 'title', 'fields', 'icons'] },
);

const repetitionParts = shape(
  { frequency: oneOf('daily', 'weekly'), interval: whole(1), count: whole(1), until: wallClockTime },
  { required: ['frequency'] },
);
const repetition = withSchema({ ...repetitionParts.schema }, (value, name) => {
  repetitionParts(value, name);
  // RFC 5545, 3.3.10.
  const { count, until } = value as { count?: number; until?: string };
  if (count !== undefined && until !== undefined)
    throw new TypeError(`\`${name}\` must have either \`count\` or \`until\`, not both`);
});

const rowsOrBytes = shape({ rows: whole(0), bytes: whole(0) });
const size = withSchema({ ...rowsOrBytes.schema, minProperties: 1, maxProperties: 1 }, (value, name) => {
  rowsOrBytes(value, name);
  if (Object.keys(value as object).length !== 1)
    throw new TypeError(`\`${name}\` must have either \`rows\` or \`bytes\``);
});

export const hookParameters = {
  users: { 'kind?': oneOf('client', 'friend', 'professional', 'apiUser') },
  user: { user },
  addClient: {
    'fields?': shape(
      {
        ...{ ...person, picture: orNull(picture), labels: orNull(arrayOf(text)), date_of_birth: orNull(calendarDay) },
        ...{
          gender: oneOf('m', 'f', 'other', 'unknown'),
          phone_number: orNull(text),
          id: orNull(text),
          bsn: orNull(text),
        },
      },
      { what: 'field of a client' },
    ),
    'features?': features,
  },
  addFriend: {
    'fields?': shape(
      { active: flag, email: text, picture: orNull(picture), name: text },
      { what: 'field of a friend' },
    ),
    'features?': features,
  },
  addProfessional: {
    'fields?': shape(
      {
        ...{ ...person, picture: orNull(picture), labels: orNull(arrayOf(text)) },
        ...{ id: orNull(text), description: orNull(text) },
      },
      { what: 'field of a professional' },
    ),
    'groups?': groups,
  },
  addApiUser: { name: text, 'permissions?': permissions },
  addLabel: { text },
  addRelation: { client: user, professional: user, 'predicate?': oneOf('attends', 'supervises') },
  issueToken: { user },
  revokeToken: { token: text },
  setFeatures: { user, features },
  setPermissions: { user, permissions },
  setActive: { user, active: flag },
  assignTask: { user, 'text?': taskText },
  assignGroupTask: { users: groupOrUsers, 'text?': taskText },
  completeTask: { task },
  deleteTask: { task },
  addConversation: {
    user,
    'start?': shape({
      ...{ subject: orNull(text), participants: arrayOf(text), unread: whole(0) },
      ...{ hasCall: flag, hasOngoingCall: flag, hasMissedCall: flag },
    }),
  },
  newMessage: { conversation },
  startCall: { conversation },
  endCall: { conversation },
  missCall: { conversation },
  configureDiary: { client: user, schemas: arrayOf(schema) },
  diaryConfiguration: { client: user },
  addPlannedEvent: {
    user,
    fields: shape(
      {
        ...{ title: orNull(text), topic: text, description: text, visible: flag, start: wallClockTime },
        ...{
          repetition: orNull(repetition),
          categories: arrayOf(oneOf('diary', 'training', 'plan')),
          schema: orNull(schema),
        },
      },
      { required: ['start'] },
    ),
  },
  clearPlanning: { user },
  addCatalogueItem: {
    item: shape(
      {
        ...{ id: text, content_type: oneOf(...contentTypes, 'action plan'), lang: oneOf(...languages), title: text },
        ...{ subtitle: orNull(text), description: orNull(text), short_description: orNull(text), poster: orNull(text) },
        suitable_for_selfhelp: flag,
      },
      { required: ['id'] },
    ),
    'schema?': schema,
  },
  clearCatalogue: {},
  stepExport: { job: exportJob },
  failExport: { job: exportJob, 'error?': jobError },
  failNextExport: { 'error?': jobError },
  enlargeNextExport: { size },
  addAccessLogRecord: { 'record?': shape({ ...record, userId: text }) },
  addApiError: { 'record?': callError },
  addCarelinkError: {
    'record?': shape({
      ...{ ...record, wasFatal: flag, eventId: text, eventType: text, resourceLink: text, patientLink: text },
    }),
  },
  addHl7Error: { 'record?': callError },
  reset: {},
} satisfies Readonly<Record<string, HookParameters>>;

/**
 * Hooks that refuse invalid arguments, which they would otherwise misread or ignore. The world and the caller share no
 * objects, so neither can change those of the other.
 */
export function withCheckedArguments<Control extends object>(
  control: Control,
  parameters: Readonly<Record<keyof Control, HookParameters>>,
): Control {
  const checked = Object.entries(control).map(([name, hook]: [string, (...given: unknown[]) => unknown]) => [
    name,
    (...given: unknown[]) => {
      checkArguments(name, parameters[name as keyof Control], given);
      return deepCopy(hook(...given.map(deepCopy)));
    },
  ]);
  return Object.fromEntries(checked);
}

function checkArguments(hook: string, hookTakes: HookParameters, given: readonly unknown[]): void {
  const parameters = Object.entries(hookTakes);
  const takes = `\`${hook}\` takes (${parameters.map(([name]) => name).join(', ')})`;
  if (given.length > parameters.length) throw new TypeError(`${takes}, not ${given.length} arguments`);
  for (const [at, [name, check]] of parameters.entries()) {
    const isOptional = name.endsWith('?');
    if (given[at] !== undefined) check(given[at], name.replace('?', ''));
    else if (!isOptional) throw new TypeError(`${takes}, and \`${name}\` is missing`);
  }
}
