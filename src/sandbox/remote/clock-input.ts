import { isDate } from '../../runtime/shape.js';
import { type ClockStep, clockUnits, type SandboxClock } from '../world/clock.js';
import { isJsonObject, type JsonObject } from '../world/json.js';
import { withDate } from './instants.js';

/** Changes a clock by a JSON object: its time, and whether it runs. Checks the whole object first. */
export function moveClock(clock: SandboxClock, { set, advance, frozen, ...others }: JsonObject): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`The clock has no \`${unknown}\`. It takes: set, advance, frozen.`);
  const time = withDate(set);
  if (time !== undefined && !isDate(time)) throw new Error('`set` must be a time such as 2026-03-02T09:00:00Z.');
  if (frozen !== undefined && typeof frozen !== 'boolean') throw new Error('`frozen` must be true or false.');
  const step = stepFrom(advance);
  if (time !== undefined) clock.set(time);
  clock.advance(step);
  if (frozen === true) clock.freeze();
  if (frozen === false) clock.resume();
}

function stepFrom(advance: unknown): ClockStep {
  if (advance === undefined) return {};
  const amounts = isJsonObject(advance) ? Object.entries(advance) : [];
  if (amounts.length > 0 && amounts.every(([unit, amount]) => isUnit(unit) && typeof amount === 'number')) {
    return Object.fromEntries(amounts);
  }
  throw new Error(`\`advance\` takes numbers of ${clockUnits.join(', ')}, such as {"hours": 1}.`);
}

const isUnit = (name: string): boolean => clockUnits.some((unit) => unit === name);
