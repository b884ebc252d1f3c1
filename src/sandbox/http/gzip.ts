type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

export function gzip(stream: Bytes): Bytes {
  const { CompressionStream } = streams();
  return stream.pipeThrough(new CompressionStream('gzip'));
}

export function gunzip(stream: Bytes): Bytes {
  const { DecompressionStream } = streams();
  return stream.pipeThrough(new DecompressionStream('gzip'));
}

/** The pages that Jest simulates lack these two, and the Node below them has them. */
function streams(): Pick<typeof globalThis, 'CompressionStream' | 'DecompressionStream'> {
  if (typeof CompressionStream !== 'undefined') return globalThis;
  // Of one implementation, and typed in two ways: as those of the page, and as those of Node.
  const ofNode: object = process.getBuiltinModule('node:stream/web');
  return ofNode as typeof globalThis;
}
