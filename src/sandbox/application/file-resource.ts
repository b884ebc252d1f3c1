import { diaryStore } from '../diary/diary-store.js';
import type { Call } from '../http/call/call.js';
import { fileResponse } from '../http/response/api-response.js';
import { type Route, route } from '../http/routing/route.js';
import { seesTherapy, seesUser } from '../users/access/access.js';
import type { FileEntry } from '../world/files.js';

/** The bytes behind a file reference, for users that may see the owner of the file. */
export const fileRoutes: readonly Route[] = [
  route({
    path: 'files/:fileId',
    target: findEntry,
    methods: {
      GET: {
        allow: isReadable,
        respond: (_call, { file: { bytes, contentType, filename } }) =>
          fileResponse(bytes, contentType, filename === null ? {} : { 'Content-Disposition': disposition(filename) }),
      },
    },
  }),
];

/** Without the feature `diary`, the images of a diary are 404 like the diary itself. */
function findEntry(call: Call): FileEntry | undefined {
  const found = call.world.files.find(call.param('fileId'));
  if (found?.access.kind !== 'diary') return found;
  return diaryStore.of(call.world).ownerOf(found.access.entry)?.features.diary ? found : undefined;
}

/** Evaluated when the file is read, since a merge can give a diary entry another owner. */
function isReadable({ world, viewer }: Call, { access }: FileEntry): boolean {
  if (access.kind === 'everyone') return true;
  if (access.kind === 'picture') return seesUser(world, viewer, access.owner);
  const owner = diaryStore.of(world).ownerOf(access.entry);
  return owner !== undefined && seesTherapy(world, viewer, owner);
}

/** RFC 6266: an ASCII name for old readers, and the full name. A URI cannot hold half a surrogate pair, as JSON can. */
export function disposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const full = encodeURIComponent(filename.replace(/\p{Surrogate}/gu, '\ufffd'));
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
