/** Computes a rule of RFC 5545 in the simplest way: it checks every day. All times are UTC numbers. */
export interface DayRule {
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly interval?: number;
  /** 0 is Sunday. */
  readonly wkst?: number;
  readonly bymonth?: readonly number[];
  readonly bymonthday?: readonly number[];
  readonly byyearday?: readonly number[];
  readonly byday?: readonly { readonly nth: number; readonly weekday: number }[];
  readonly byhour?: readonly number[];
  readonly byminute?: readonly number[];
  readonly bysetpos?: readonly number[];
}

const dayLength = 86_400_000;
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

export function ruleText({ freq, interval, wkst, byday, ...lists }: DayRule): string {
  const parts = [`FREQ=${freq}`];
  if (interval !== undefined) parts.push(`INTERVAL=${interval}`);
  if (wkst !== undefined) parts.push(`WKST=${weekdays[wkst]}`);
  if (byday) parts.push(`BYDAY=${byday.map(({ nth, weekday }) => `${nth || ''}${weekdays[weekday]}`)}`);
  for (const [name, values] of Object.entries(lists)) if (values) parts.push(`${name.toUpperCase()}=${values}`);
  return parts.join(';');
}

/** The times from the start until before `end`. */
export function dayByDay(rule: DayRule, start: number, end: number): number[] {
  const first = new Date(start);
  const midnight = start - (start % dayLength);
  const begin = Date.UTC(first.getUTCFullYear(), rule.freq === 'YEARLY' ? 0 : first.getUTCMonth(), 1);
  const found: number[] = [];
  let period: number[] = [];
  let number = Number.NaN;
  for (let day = Math.min(begin, midnight - 6 * dayLength); day < end + 366 * dayLength; day += dayLength) {
    const next = periodOf(rule, midnight, day);
    if (next !== number) {
      found.push(...chosen(period, rule.bysetpos));
      period = [];
      number = next;
    }
    if (next >= 0 && next % (rule.interval ?? 1) === 0 && matches(rule, first, day))
      period.push(...timesOn(day, rule, start));
  }
  return found.filter((time) => time >= start && time < end);
}

function periodOf({ freq, wkst = 1 }: DayRule, midnight: number, day: number): number {
  const week = (time: number) => time - ((new Date(time).getUTCDay() - wkst + 7) % 7) * dayLength;
  const years = new Date(day).getUTCFullYear() - new Date(midnight).getUTCFullYear();
  if (freq === 'YEARLY') return years;
  if (freq === 'MONTHLY') return years * 12 + new Date(day).getUTCMonth() - new Date(midnight).getUTCMonth();
  return freq === 'WEEKLY' ? (week(day) - week(midnight)) / (7 * dayLength) : (day - midnight) / dayLength;
}

function matches(rule: DayRule, first: Date, day: number): boolean {
  const { freq, byday, bymonthday, byyearday } = rule;
  const date = new Date(day);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const inMonth = span(day, Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1));
  const inYear = span(day, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1));
  const noDay = !byday && !bymonthday && !byyearday;
  if (noDay && freq === 'WEEKLY' && date.getUTCDay() !== first.getUTCDay()) return false;
  if (noDay && (freq === 'MONTHLY' || freq === 'YEARLY') && date.getUTCDate() !== first.getUTCDate()) return false;
  if (noDay && freq === 'YEARLY' && !rule.bymonth && month !== first.getUTCMonth()) return false;
  const nthOf = freq === 'MONTHLY' || rule.bymonth ? inMonth : inYear;
  const nth = (day: number) => Math.sign(day) * Math.ceil(Math.abs(day) / 7);
  return (
    (rule.bymonth?.includes(month + 1) ?? true) &&
    (bymonthday?.some((one) => inMonth.includes(one)) ?? true) &&
    (byyearday?.some((one) => inYear.includes(one)) ?? true) &&
    (byday?.some((one) => one.weekday === date.getUTCDay() && (one.nth === 0 || nthOf.map(nth).includes(one.nth))) ??
      true)
  );
}

/** The number of a day, from the beginning and from the end. */
function span(day: number, begin: number, end: number): [number, number] {
  return [(day - begin) / dayLength + 1, (day - end) / dayLength];
}

function timesOn(day: number, { byhour, byminute }: DayRule, start: number): number[] {
  const time = new Date(start);
  const ascending = (values: readonly number[]) => values.toSorted((one, other) => one - other);
  return ascending(byhour ?? [time.getUTCHours()]).flatMap((hour) =>
    ascending(byminute ?? [time.getUTCMinutes()]).map((minute) => day + hour * 3_600_000 + minute * 60_000),
  );
}

function chosen(period: readonly number[], positions: readonly number[] | undefined): readonly number[] {
  if (positions === undefined) return period;
  return period.filter((_, index) => positions.some((one) => one === index + 1 || one === index - period.length));
}
