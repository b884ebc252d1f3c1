import type { ApiFailure } from '../../world/failure.js';
import { encodeJson, negotiateCharset } from '../body/charset.js';
import type { Body } from '../body/streamed-body.js';
import type { ApiResponse } from './api-response.js';

const noStore = 'max-age=0, no-cache, no-store, must-revalidate';

/** A response ready to be sent. Its parts are separate, so a fault can cut or slow the body. */
export interface Encoded {
  readonly status: number;
  readonly headers: Headers;
  /** `null` for statuses without a body (204, 205, 304). */
  readonly body: Body;
}

export interface EncodeContext {
  readonly pretty: boolean;
  readonly acceptCharset: string | null;
  readonly now: Date;
}

export function encode(response: ApiResponse, context: EncodeContext): Encoded {
  const headers = new Headers({ Date: context.now.toUTCString(), ...response.headers });
  if (response.status >= 200 && response.status < 300) headers.set('Cache-Control', noStore);
  if ([204, 205, 304].includes(response.status)) return { status: response.status, headers, body: null };
  let bytes = response.bytes ?? new Uint8Array();
  if (response.contentType !== undefined) headers.set('Content-Type', response.contentType);
  if (response.json !== undefined) {
    const charset = negotiateCharset(context.acceptCharset);
    bytes = encodeJson(JSON.stringify(response.json, null, context.pretty ? 2 : undefined), charset);
    headers.set('Content-Type', `application/json;charset=${charset}`);
  }
  if (response.stream !== undefined) {
    if (response.stream.announced) headers.set('Content-Length', String(response.stream.size));
    // Without this header the server adapter collects a small body and announces its length.
    else headers.set('Transfer-Encoding', 'chunked');
    return { status: response.status, headers, body: response.stream };
  }
  headers.set('Content-Length', String(bytes.byteLength));
  return { status: response.status, headers, body: bytes };
}

/** The error body. `extra` is there only if it has entries. It has an effect: the error log gets a record. */
export function failureResponse(failure: ApiFailure): ApiResponse {
  const { status, message, problems } = failure;
  const extra = problems.map(({ name, message }) => ({ name, message }));
  const json = { code: status, message, ...(extra.length > 0 ? { extra } : {}) };
  return { status, json, headers: failure.headers, hasEffect: true };
}
