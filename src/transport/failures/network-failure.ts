import { type FetchFailure, isObject, type Layer, layersOf } from './thrown.js';

/** Codes of the system, of Node and of undici. */
const networkCode =
  /^(?:E[A-Z]{2,}\w*|E_\w+|UND_ERR_\w+|HPE_\w+|ABORT_ERR|NETWORK_ERR|TIMEOUT_ERR|UNABLE_TO_\w+|\w*(?:CERT|SSL|TLS|CRL|HOSTNAME|SIGNATURE)\w*)$/;
/** Codes of Bun, such as `ConnectionRefused`. */
const networkCodeInWords = /proxy|socket|connect|timeout/i;
/** Codes of Node for a call with wrong arguments. */
const callCode =
  /^ERR_(?:INVALID_(?:ARG|THIS|STATE|CHAR|HTTP_TOKEN|URL)|MISSING_|ILLEGAL_|METHOD_NOT_|MODULE_|ASSERTION)/;
const networkName = /^(?:Abort|Timeout|Network|Fetch|Request|Connect\w*|Socket|HTTPParser|System)Error$/i;
const networkMessage =
  /network|net::|connect|socket|tim(?:ed?|ing)[ -]?out|offline|failed to fetch|fetch failed|load failed|sending request|terminated|hang ?up|internal error; reference/i;
/** Messages of engines about a mistake in the code. */
const mistake =
  /\bis not (?:a function|a constructor|iterable|an object|defined|extensible)|^Cannot (?:read|set|convert|destructure|assign|redefine|add|delete|access|create) |\b(?:undefined|null) is not an? |can't access property|is (?:undefined|null)$|^Illegal invocation|^Class constructor|^Converting circular|^Failed to (?:parse URL|construct)/;

/**
 * `true` if the network may have failed. In doubt `true`, since the request may have been applied. `false` for what
 * frameworks and wrappers throw and have to catch themselves, such as Next's signal that a page is dynamic.
 */
export function isNetworkFailure({ thrown, isSync }: FetchFailure): boolean {
  if (!isObject(thrown)) return true;
  if ('digest' in thrown || '$$typeof' in thrown) return false;
  const layers = layersOf(thrown);
  if (layers.some(hasNetworkCode)) return true;
  const { name, message, code } = thrown;
  if (typeof message !== 'string' || (typeof code === 'string' && /^NEXT_/.test(code))) return false;
  if (mistake.test(message)) return false;
  const isNamed = typeof name === 'string' && networkName.test(name);
  if (isNamed || layers.some((layer) => networkMessage.test(String(layer.message)))) return true;
  return name === 'TypeError' && !isSync;
}

function hasNetworkCode({ code }: Layer): boolean {
  if (typeof code !== 'string' || callCode.test(code)) return false;
  return networkCode.test(code) || networkCodeInWords.test(code);
}
