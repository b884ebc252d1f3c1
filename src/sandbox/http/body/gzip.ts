type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

export function gzip(stream: Bytes): Bytes {
  const { CompressionStream } = streams();
  return stream.pipeThrough(new CompressionStream('gzip'));
}

export function gunzip(stream: Bytes): Bytes {
  const { DecompressionStream } = streams();
  return stream.pipeThrough(new DecompressionStream('gzip'));
}

/** Pages that Jest simulates lack these two classes, but Node has them. */
function streams(): Pick<typeof globalThis, 'CompressionStream' | 'DecompressionStream'> {
  if (typeof CompressionStream !== 'undefined') return globalThis;
  // There is one implementation with two types: that of pages, and that of Node.
  const ofNode: object = process.getBuiltinModule('node:stream/web');
  return ofNode as typeof globalThis;
}
