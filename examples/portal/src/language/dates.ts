import { useMemo } from 'react';
import { useLanguage } from './language.tsx';

/** Dates and numbers in the chosen language and the browser's time zone. */
export function useDates() {
  const { locale } = useLanguage();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const { format } = new Intl.DateTimeFormat(locale, options);
      return (date: Date) => format(date);
    };
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    return {
      /** Tuesday 3 March */
      day: format({ weekday: 'long', day: 'numeric', month: 'long' }),
      /** 3 Mar 2026 */
      shortDay: format({ dateStyle: 'medium' }),
      /** 3 Mar */
      dayOfMonth: format({ day: 'numeric', month: 'short' }),
      time: format({ timeStyle: 'short' }),
      dayAndTime: format({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
      /** 2 hours ago */
      ago: (date: Date) => relative.format(...distance(date)),
      list: (names: readonly string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names),
    };
  }, [locale]);
}

const minute = 60_000;
const steps = [
  ['day', 24 * 60 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
] as const;

function distance(date: Date): [number, Intl.RelativeTimeFormatUnit] {
  const away = date.getTime() - Date.now();
  const [unit, length] = steps.find(([, length]) => Math.abs(away) >= length) ?? ['minute', minute];
  return [Math.round(away / length), unit];
}

/** `yyyy-mm-dd` of that day plus some days, in the browser's time zone. */
export function dayKey(date: Date, daysLater = 0): string {
  const day = new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater);
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
