import type { Json } from '../../world/json.js';
import type { Call } from '../call/call.js';
import { type ApiResponse, noContent, ok } from './api-response.js';

/** The response to a change for which the documentation shows no response. A setting chooses it. */
export function patchResponse(call: Call, resource: () => Json): ApiResponse {
  switch (call.settings.patchResponse) {
    case '204':
      return noContent();
    case '200-empty':
      return { status: 200 };
    case '200-body':
      return ok(resource());
  }
}
