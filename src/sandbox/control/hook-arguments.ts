import { contentTypes } from '../catalogue/item.js';
import { groupNames } from '../users/groups.js';
import { parseInstant } from '../world/time-text.js';
import {
  bytes,
  type Check,
  choice,
  flag,
  instant,
  kind,
  listOf,
  namedChoice,
  object,
  orNull,
  recordOf,
  text,
  whole,
} from './check-value.js';

/** The parameters of a hook, in their order. A name with a question mark is optional. */
export type HookParameters = Readonly<Record<string, Check>>;

const languages = ['da', 'de', 'en', 'es', 'fr', 'hu', 'nl'];
const permissions = listOf(namedChoice('permission', ['dataOfficer', 'dataAnalyst', 'apiErrors', 'changes', 'tools']));
const features = object({ diary: flag, planning: flag, conversations: flag, tools: flag }, { what: 'feature' });
const day = kind('a day such as 1990-01-15', (value) => parseInstant(`${value}T00:00:00`) !== undefined);
const localTime = kind(
  'a wall clock time such as 2026-03-02T10:30:00',
  (value) => typeof value === 'string' && /^(19|[2-9]\d)\d\d-.*\d$/.test(value) && parseInstant(value) !== undefined,
);
const textOrNumber = kind('a text or a number', (value) => typeof value === 'string' || Number.isFinite(value));
const user = text;
const problems = listOf(object({ name: text, message: text }, { required: ['name', 'message'] }));
const jobError = object({ message: text, extra: problems });
const taskText = object({ title: text, message: text });
const picture = object({ bytes, contentType: text, filename: orNull(text) }, { required: ['bytes', 'contentType'] });
const person = { first_name: text, infix: orNull(text), last_name: text, email: text, active: flag };
const record = { at: instant, message: text, extra: orNull(problems) };
const callError = object({ ...record, userId: orNull(text), uri: text, code: whole(100), payload: orNull(text) });

const groupOrUsers: Check = (value, name) =>
  (Array.isArray(value) ? listOf(user) : object({ group: text }, { required: ['group'] }))(value, name);

const schema = object(
  {
    ...{ name: text, version: whole(0), title: text, icons: recordOf(text) },
    fields: listOf(
      object(
        {
          ...{ name: text, title: text, type: choice('text', 'image', 'choice', 'integer'), required: flag },
          ...{ default: textOrNumber, min: whole(-(2 ** 31)), max: whole(-(2 ** 31)), widget: choice('slider') },
          description: text,
          choices: listOf(object({ icon: text, name: text, value: text }, { required: ['icon', 'name', 'value'] })),
        },
        { required: ['name', 'title', 'type'] },
      ),
    ),
    charts: listOf(
      object({
        ...{ title: text, type: choice('bar'), buckets: choice('day') },
        series: listOf(object({ field: text, 'bucket-function': choice('tally') })),
      }),
    ),
  },
  { required: ['name', 'version', 'title', 'fields', 'icons'] },
);

const repetition = object(
  { frequency: choice('daily', 'weekly'), interval: whole(1), count: whole(1), until: localTime },
  { required: ['frequency'] },
);

const size: Check = (value, name) => {
  object({ rows: whole(0), bytes: whole(0) })(value, name);
  if (Object.keys(value as object).length !== 1) throw new TypeError(`\`${name}\` is \`rows\` or \`bytes\``);
};

export const hookParameters = {
  users: { 'kind?': choice('client', 'friend', 'professional', 'apiUser') },
  user: { user },
  addClient: {
    'fields?': object(
      {
        ...{ ...person, picture: orNull(picture), labels: orNull(listOf(text)), date_of_birth: orNull(day) },
        ...{
          gender: choice('m', 'f', 'other', 'unknown'),
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
    'fields?': object(
      { active: flag, email: text, picture: orNull(picture), name: text },
      { what: 'field of a friend' },
    ),
    'features?': features,
  },
  addProfessional: {
    'fields?': object(
      {
        ...{ ...person, picture: orNull(picture), labels: orNull(listOf(text)) },
        ...{ id: orNull(text), description: orNull(text) },
      },
      { what: 'field of a professional' },
    ),
    'groups?': listOf(choice(...groupNames)),
  },
  addApiUser: { name: text, 'permissions?': permissions },
  addLabel: { text },
  addRelation: { client: user, professional: user, 'predicate?': choice('attends', 'supervises') },
  issueToken: { user },
  revokeToken: { token: text },
  setFeatures: { user, features },
  setPermissions: { user, permissions },
  setActive: { user, active: flag },
  assignTask: { user, 'text?': taskText },
  assignGroupTask: { users: groupOrUsers, 'text?': taskText },
  completeTask: { task: text },
  deleteTask: { task: text },
  addConversation: {
    user,
    'start?': object({
      ...{ subject: orNull(text), participants: listOf(text), unread: whole(0) },
      ...{ hasCall: flag, hasOngoingCall: flag, hasMissedCall: flag },
    }),
  },
  newMessage: { conversation: text },
  startCall: { conversation: text },
  endCall: { conversation: text },
  missCall: { conversation: text },
  configureDiary: { client: user, schemas: listOf(schema) },
  diaryConfiguration: { client: user },
  addPlannedEvent: {
    user,
    fields: object(
      {
        ...{ title: orNull(text), topic: text, description: text, visible: flag, start: localTime },
        ...{
          repetition: orNull(repetition),
          categories: listOf(choice('diary', 'training', 'plan')),
          schema: orNull(schema),
        },
      },
      { required: ['start'] },
    ),
  },
  clearPlanning: { user },
  addCatalogueItem: {
    item: object(
      {
        ...{ id: text, content_type: choice(...contentTypes, 'action plan'), lang: choice(...languages), title: text },
        ...{ subtitle: orNull(text), description: orNull(text), short_description: orNull(text), poster: orNull(text) },
        suitable_for_selfhelp: flag,
      },
      { required: ['id'] },
    ),
    'schema?': schema,
  },
  clearCatalogue: {},
  stepExport: { job: text },
  failExport: { job: text, 'error?': jobError },
  failNextExport: { 'error?': jobError },
  enlargeNextExport: { size },
  addAccessLogRecord: { 'record?': object({ ...record, userId: text }) },
  addApiError: { 'record?': callError },
  addCarelinkError: {
    'record?': object({
      ...{ ...record, wasFatal: flag, eventId: text, eventType: text, resourceLink: text, patientLink: text },
    }),
  },
  addHl7Error: { 'record?': callError },
  reset: {},
} satisfies Readonly<Record<string, HookParameters>>;

/** Hooks that refuse invalid arguments, which they would otherwise misread or ignore. */
export function withCheckedArguments<Control extends object>(
  control: Control,
  parameters: Readonly<Record<keyof Control, HookParameters>>,
): Control {
  const checked = Object.entries(control).map(([name, hook]: [string, (...given: unknown[]) => unknown]) => [
    name,
    (...given: unknown[]) => {
      checkArguments(name, parameters[name as keyof Control], given);
      return hook(...given);
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
