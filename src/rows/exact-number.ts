/**
 * The value of a JSON number, or its text if JavaScript cannot represent it. Such are integers beyond 2^53, `1e400`, and
 * fractions with too many digits. A `bigint` would have no fractions, and `JSON.stringify` refuses it.
 */
export function exactNumber(written: string): number | string {
  const value = Number(written);
  // JavaScript represents any 15 digits.
  if (written.length <= 15 && !/e/i.test(written)) return value;
  if (/^-?\d+$/.test(written)) return Number.isSafeInteger(value) ? value : written;
  return Number.isFinite(value) && decimalOf(written) === decimalOf(String(value)) ? value : written;
}

/** Digits and exponent; equal for all notations of the same number. */
function decimalOf(written: string): string {
  const [significand = '', exponent = '0'] = written.replace('-', (_, at) => (at === 0 ? '' : '-')).split(/e/i);
  const [whole = '', fraction = ''] = significand.split('.');
  const digits = whole + fraction;
  let begin = 0;
  while (digits[begin] === '0') begin++;
  let end = digits.length;
  while (end > begin && digits[end - 1] === '0') end--;
  return begin === end
    ? '0'
    : `${digits.slice(begin, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
