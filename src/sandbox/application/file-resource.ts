import { fileResponse } from '../http/response/api-response.js';
import { type Route, route } from '../http/routing/route.js';

/** The bytes behind a file reference, for users that may see the owner of the file. */
export const fileRoutes: readonly Route[] = [
  route({
    path: 'files/:fileId',
    target: (call) => call.world.files.find(call.param('fileId')),
    methods: {
      GET: {
        allow: (call, { readableBy }) => readableBy(call.viewer),
        respond: (_call, { file: { bytes, contentType, filename } }) =>
          fileResponse(bytes, contentType, filename === null ? {} : { 'Content-Disposition': disposition(filename) }),
      },
    },
  }),
];

/** RFC 6266: an ASCII name for old readers, and the full name. */
export function disposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(filename)}`;
}
