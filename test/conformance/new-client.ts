/** What a client needs at least, but for a date of birth, which installations can switch off. */
export const newClient = {
  first_name: 'Nieuwe',
  last_name: 'Voorbeeld',
  active: false,
  email: 'nieuwe.voorbeeld@mail.example',
  gender: 'f',
} as const;

/** As a PNG begins: its kind is told by nothing else. */
export const pixels = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
