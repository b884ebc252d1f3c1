import type { Json } from '../../world/json.js';
import type { StreamedBody } from '../body/streamed-body.js';

/** The response of an operation, before charset, CORS and common headers are applied. */
export interface ApiResponse {
  readonly status: number;
  readonly json?: Json;
  /** For responses that are not JSON (files, calendars, downloads). Needs `contentType`. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly contentType?: string;
  /** Instead of `bytes`, for bodies too large to hold. Needs `contentType` too. */
  readonly stream?: StreamedBody;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a GET changed something, as a download and a failure do. Other methods always count as changes. */
  readonly hasEffect?: boolean;
}

export const ok = (json: Json): ApiResponse => ({ status: 200, json });

/** 201 with `Location` and the new resource as body. */
export const creationResponse = (url: string, json: Json): ApiResponse => ({
  status: 201,
  json,
  headers: { Location: url },
});

export const noContent = (): ApiResponse => ({ status: 204 });

export const fileResponse = (
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse => ({ status: 200, bytes, contentType, headers });

/** A text with exactly this `Content-Type`, always in UTF-8: charset negotiation is for JSON only. */
export const textResponse = (content: string, contentType: string): ApiResponse =>
  fileResponse(new TextEncoder().encode(content), contentType);
