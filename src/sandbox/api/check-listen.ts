import { arrayOf, type Check, flag, kind, shape, text } from '../control/check-value.js';
import type { ListenOptions } from './listen.js';

const milliseconds = kind(
  'a whole number of milliseconds above 0',
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
);
const certificate = shape({ cert: text, key: text }, { required: ['cert', 'key'] });

const listenMembers: Readonly<Record<keyof ListenOptions, Check>> = {
  port: kind(
    'a number from 0 to 65535',
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 65536,
  ),
  hostname: kind('a name or an address', (value) => typeof value === 'string' && value !== ''),
  tls: (value, name) => (value === true ? undefined : certificate(value, name)),
  control: flag,
  hosts: arrayOf(text),
  headersTimeout: milliseconds,
  requestTimeout: milliseconds,
};

/**
 * Refuses unknown options, as `checkOptions` does.
 *
 * @throws TypeError also if a host is no plain name or address: one with a scheme, a port or a `*` would never match
 */
export function checkListenOptions(options: ListenOptions): void {
  shape(listenMembers, { what: 'option' })(options, 'options');
  for (const host of options.hosts ?? []) {
    if (/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(host) && URL.canParse(`http://${host}`)) continue;
    throw new TypeError(`A host must be a name such as sandbox, without scheme and port, not ${JSON.stringify(host)}.`);
  }
}
