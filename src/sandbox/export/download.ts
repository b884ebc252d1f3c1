import { disposition } from '../application/file-resource.js';
import { gzip } from '../http/body/gzip.js';
import { type StreamedBody, streamOf } from '../http/body/streamed-body.js';
import type { ApiResponse } from '../http/response/api-response.js';
import { bigOutputStream } from './big-output.js';
import type { Output } from './job.js';

/** Undocumented: the documentation shows neither body nor headers of a download. */
export async function downloadResponse(output: Output, json: boolean, chunked: boolean): Promise<ApiResponse> {
  const { content, contentEncoding, contentType, filename, length } = output;
  const isGzip = contentEncoding === 'gzip';
  const headers = {
    'Content-Disposition': disposition(filename),
    ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
  };
  const response = { status: 200, contentType, headers };
  if ('byteLength' in content) {
    const bytes = isGzip ? await bytesOf(gzip(streamOf(content))) : content;
    return chunked ? { ...response, stream: inChunks(bytes) } : { ...response, bytes };
  }
  const open = () => bigOutputStream(content, json);
  if (!isGzip) return { ...response, stream: { open, size: length, announced: !chunked } };
  // The compressed size is known only after the last byte.
  const openGzip = () => gzip(open());
  return { ...response, stream: { open: openGzip, size: Infinity, announced: false } };
}

function inChunks(bytes: Uint8Array<ArrayBuffer>): StreamedBody {
  return { open: () => streamOf(bytes), size: bytes.length, announced: false };
}

async function bytesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
