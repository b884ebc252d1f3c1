/** Lets all other waiting work run. Avoids a timer if possible: browsers limit timers of a hidden page to one a second. */
export function nextTurn(): Promise<void> {
  const { MessageChannel: Channel } = globalThis as Partial<typeof globalThis>;
  if (typeof Channel !== 'function') return new Promise((resolve) => setTimeout(resolve));
  const { port1, port2 } = new Channel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Uses the engine's own encoder, which is ten times as fast as `btoa`. */
export function base64(bytes: Uint8Array & { toBase64?(): string }): string {
  if (bytes.toBase64 !== undefined) return bytes.toBase64();
  const { Buffer } = globalThis as Partial<typeof globalThis>;
  if (Buffer !== undefined) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
  return btoa(String.fromCharCode.apply(null, bytes as unknown as number[]));
}
