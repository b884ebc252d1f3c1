/** Distinguished Encoding Rules (ITU-T X.690), as far as a certificate needs them. */
export function der(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const length = contents.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return Buffer.concat([Uint8Array.of(tag, ...lengthBytes(length)), ...contents]);
}

export const derSequence = (...items: readonly Uint8Array[]): Uint8Array => der(0x30, ...items);

export const derSet = (item: Uint8Array): Uint8Array => der(0x31, item);

export const octetString = (content: Uint8Array): Uint8Array => der(0x04, content);

/** A number of at least 0, from its bytes. */
export function derInteger(bytes: Uint8Array): Uint8Array {
  const [first = 0] = bytes;
  // The highest bit is the sign.
  return first < 0x80 ? der(0x02, bytes) : der(0x02, Uint8Array.of(0), bytes);
}

/** `unused` is the number of bits at the end that mean nothing. */
export const bitString = (content: Uint8Array, unused = 0): Uint8Array => der(0x03, Uint8Array.of(unused), content);

export const derTrue = der(0x01, Uint8Array.of(0xff));

export const utf8String = (value: string): Uint8Array => der(0x0c, Buffer.from(value, 'utf8'));

/** Without fraction, for the years 1950 to 2049. */
export function utcTime(value: Date): Uint8Array {
  return der(
    0x17,
    Buffer.from(
      `${value
        .toISOString()
        .replace(/\.\d+|\D/g, '')
        .slice(2)}Z`,
      'ascii',
    ),
  );
}

/** From the usual form with dots. */
export function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return der(0x06, Uint8Array.from([first * 40 + second, ...others].flatMap(sevenBits)));
}

/** The highest seven bits first. All bytes but the last have the highest bit set. */
function sevenBits(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) + 128);
  return bytes;
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}
