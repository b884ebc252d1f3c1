import { shapeOf } from '../../runtime/shape.js';
import { deepCopy } from '../world/deep-copy.js';
import { defaultSettings, type Settings } from '../world/settings.js';
import { arrayOf, type Check, flag, kind, oneOf, orNull, recordOf, shape, text, whole } from './check-value.js';

const flags = (...names: readonly string[]) =>
  shape(Object.fromEntries(names.map((name) => [name, flag])), { required: names, what: 'setting' });

const bound = kind('a whole number from 0, or Infinity', (value) => {
  return value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 0);
});
const duration = kind('a number of milliseconds', (value) => typeof value === 'number' && value >= 0);

const settingMembers: Readonly<Record<keyof Settings, Check>> = {
  typeNs: text,
  name: text,
  mode: orNull(text),
  warning: orNull(text),
  webUrl: orNull(text),
  fields: shape(
    {
      client: flags('picture', 'labels', 'date_of_birth', 'phone_number', 'id', 'bsn'),
      friend: flags('picture'),
      professional: flags('picture', 'labels', 'id'),
    },
    { required: ['client', 'friend', 'professional'], what: 'setting' },
  ),
  externalIdRequired: flags('client', 'professional'),
  patchResponse: oneOf('204', '200-empty', '200-body'),
  listItemLinks: flag,
  totals: oneOf('number', 'null'),
  limitCap: orNull(shape({ size: whole(1), refuse: flag }, { required: ['size', 'refuse'], what: 'setting' })),
  supervises: flag,
  rootLinks: recordOf(text),
  futureRelease: flag,
  unknownTypes: flag,
  foreignLinks: recordOf(text),
  relativeUrls: flag,
  changeType: oneOf('plural', 'singular'),
  mixedChangeTypes: flag,
  rolePrefix: text,
  zone: kind('a time zone such as Europe/Amsterdam', isZone),
  strictAccept: flag,
  maxBodyBytes: orNull(whole(0)),
  maxPlannedEvents: bound,
  maxRequestBytes: bound,
  historySize: bound,
  latency: duration,
  carelink: flag,
  hl7: flag,
  exportQueuedFor: orNull(duration),
  exportRunsFor: orNull(duration),
  exportNames: shape(
    {
      properties: arrayOf(text),
      filters: arrayOf(text),
      parameters: arrayOf(text),
      combines: recordOf(arrayOf(text)),
    },
    { what: 'setting' },
  ),
  exportGzip: flag,
  exportChunked: flag,
};

const check = shape(settingMembers, { required: Object.keys(settingMembers), what: 'setting' });

/** The default settings with changes: see `changeSettings`. */
export function newSettings(changes: unknown): Settings {
  const settings = defaultSettings();
  changeSettings(settings, changes);
  return settings;
}

/** Settings with names of the caller. A change replaces them as a whole: member by member, no name could be removed. */
const replacedSettings: readonly string[] = ['rootLinks', 'foreignLinks', 'exportNames'] satisfies (keyof Settings)[];

/**
 * Changes settings, other objects than these member by member.
 *
 * @throws TypeError for an unknown name or an invalid value, before anything is changed
 */
export function changeSettings(settings: Settings, changes: unknown): void {
  const changed = withChanges(settings, changes);
  check(changed, 'settings');
  Object.assign(settings, changed);
}

/** A deep copy that shares nothing with the changes. */
function withChanges(present: unknown, changes: unknown): unknown {
  if (changes === undefined) return present;
  if (shapeOf(changes) !== 'Object') return deepCopy(changes);
  const members = Object.entries(changes as object);
  const presentMembers = shapeOf(present) === 'Object' ? Object.entries(present as object) : [];
  const all = new Map(presentMembers);
  for (const [name, value] of members) {
    const kept = value === undefined || !replacedSettings.includes(name) ? all.get(name) : undefined;
    all.set(name, withChanges(kept, value));
  }
  return Object.fromEntries(all);
}

/** An Olson name. An offset such as `+02:00` is none. */
function isZone(value: unknown): boolean {
  try {
    return (
      typeof value === 'string' && /^\w/.test(value) && new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined
    );
  } catch {
    return false;
  }
}
