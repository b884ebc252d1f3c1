import type { Budget } from './budget.js';
import { wallOf } from './calendar-time.js';
import type { Component } from './components.js';
import { timesOf } from './property.js';
import { isPeriodic, wallTimes } from './recurrence.js';
import { readRule } from './rule.js';
import { dayLength, type Zone } from './zone.js';

/** From here on, dates and weekdays repeat those of 400 years before. */
const cycleStart = Date.UTC(2400, 0);
const cycleLength = 146_097 * dayLength;

/** The instant of a change, and the offsets from UTC before and after it. */
interface Onset {
  readonly instant: number;
  readonly before: number;
  readonly after: number;
}

/** A zone that the file itself defines, in a `VTIMEZONE` (RFC 5545, section 3.6.5). `null` if it cannot be read. */
export function zoneFromDefinition({ parts }: Component, budget: Budget): Zone | null {
  const onsets: Onset[] = [];
  try {
    for (const part of parts) {
      if (/^(STANDARD|DAYLIGHT)$/.test(part.name)) for (const onset of onsetsOf(part, budget)) onsets.push(onset);
    }
  } catch (error) {
    if (budget.isSpent) throw error;
    return null;
  }
  onsets.sort((first, second) => first.instant - second.instant);
  const [first] = onsets;
  if (first === undefined) return null;
  return {
    offsetAt(instant) {
      const within =
        instant < cycleStart ? instant : instant - Math.ceil((instant - cycleStart + 1) / cycleLength) * cycleLength;
      return lastUntil(within, onsets)?.after ?? first.before;
    },
  };
}

function* onsetsOf({ properties }: Component, budget: Budget): Generator<Onset> {
  const before = parseOffset(properties.find(({ name }) => name === 'tzoffsetfrom')?.value);
  const after = parseOffset(properties.find(({ name }) => name === 'tzoffsetto')?.value);
  const timesNamed = (wanted: string) =>
    properties
      .filter(({ name }) => name === wanted)
      .flatMap((property) => timesOf(property, budget) ?? refuseDefinition());
  const [start = refuseDefinition()] = timesNamed('dtstart');
  const first = wallOf(start);
  for (const wall of [first, ...timesNamed('rdate').map(wallOf)]) yield { instant: wall - before, before, after };
  for (const { value } of properties.filter(({ name }) => name === 'rrule')) {
    const rule = readRule(value);
    if (isPeriodic(rule)) refuseDefinition();
    const until = rule.until === null ? null : wallOf(rule.until) - (rule.until.kind === 'utc' ? 0 : before);
    let left = rule.count === null ? Number.POSITIVE_INFINITY : rule.count - 1;
    for (const wall of wallTimes(rule, first, first, cycleStart, budget)) {
      if (left-- <= 0 || (until !== null && wall - before > until)) break;
      yield { instant: wall - before, before, after };
    }
  }
}

function refuseDefinition(): never {
  throw new RangeError('The definition of a zone cannot be read.');
}

/** Reads `+0130`, or `+013000` with seconds. */
function parseOffset(written: string | undefined): number {
  const [, sign, hours, minutes, seconds = 0] =
    /^\s*([+-])(\d\d)(\d\d)(\d\d)?\s*$/.exec(written ?? '') ?? refuseDefinition();
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  if (size >= dayLength) refuseDefinition();
  return sign === '-' ? -size : size;
}

function lastUntil(instant: number, onsets: readonly Onset[]): Onset | undefined {
  let low = 0;
  let high = onsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((onsets[middle]?.instant ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return onsets[low - 1];
}
