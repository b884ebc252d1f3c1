/** The first bytes of a PNG: they alone show the kind of a file. */
export const pixels = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
