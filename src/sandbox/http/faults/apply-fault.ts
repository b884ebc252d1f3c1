import { isStreamed } from '../body/streamed-body.js';
import type { ApiResponse } from '../response/api-response.js';
import { type Delivery, pause } from '../response/delivery.js';
import { type Encoded, encode } from '../response/encode.js';
import type { Fault } from './fault.js';

const gatewayPage =
  '<!doctype html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>';

/** Carries out one fault. `work` runs the operation and returns its regular response. */
export async function applyFault(
  fault: Fault,
  work: () => Promise<Encoded>,
  signal: AbortSignal,
  now: Date,
): Promise<Delivery> {
  switch (fault.kind) {
    case 'response': {
      if (fault.afterWork) await work();
      const { status, body = null, headers = {} } = fault;
      const response =
        typeof body === 'string'
          ? { bytes: new TextEncoder().encode(body), contentType: 'text/plain;charset=UTF-8' }
          : body === null
            ? {}
            : { json: body };
      return { kind: 'complete', encoded: withHeaders(encodePlain({ status, ...response }, now), headers) };
    }
    case 'html': {
      if (fault.afterWork) await work();
      const bytes = new TextEncoder().encode(gatewayPage);
      const page = { status: fault.status ?? 502, bytes, contentType: 'text/html' };
      return { kind: 'complete', encoded: encodePlain(page, now) };
    }
    case 'redirect': {
      const encoded = encodePlain({ status: fault.status ?? 302 }, now);
      return { kind: 'complete', encoded: withHeaders(encoded, { Location: fault.location }) };
    }
    case 'delay':
      await pause(fault.milliseconds, signal);
      return signal.aborted ? { kind: 'dropped' } : { kind: 'complete', encoded: await work() };
    case 'drop':
      if (fault.when === 'after') await work();
      return { kind: 'dropped' };
    case 'late':
      // The timer keeps no process alive that has ended otherwise. A browser's timer is a number.
      setTimeout(work, fault.milliseconds).unref?.();
      return { kind: 'dropped' };
    case 'stall':
      if (fault.when === 'after') await work();
      await pause(Infinity, signal);
      return { kind: 'dropped' };
    case 'truncate': {
      const encoded = await work();
      const { body } = encoded;
      // A response that has headers only is not sent by itself.
      if (body === null) return { kind: 'dropped' };
      const size = isStreamed(body) ? body.size : body.byteLength;
      return { kind: 'truncated', encoded, keep: Math.min(fault.keep ?? Math.floor(size / 2), Math.max(0, size - 1)) };
    }
    case 'slow':
      return { kind: 'slow', encoded: await work(), milliseconds: fault.milliseconds, pieces: fault.pieces ?? 10 };
  }
}

function encodePlain(response: ApiResponse, now: Date): Encoded {
  return encode(response, { pretty: false, acceptCharset: null, now });
}

function withHeaders(encoded: Encoded, headers: Readonly<Record<string, string>>): Encoded {
  for (const [name, value] of Object.entries(headers)) encoded.headers.set(name, value);
  return encoded;
}
