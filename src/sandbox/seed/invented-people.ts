/** Names that are clearly invented. None of these people exists. */
export const clientNames: readonly (readonly [first: string, infix: string | null, last: string])[] = [
  ['Fenna', null, 'Voorbeeld'],
  ['Joris', 'van der', 'Verzonnen'],
  ['Zoë', null, 'Proefpersoon'],
  ['Bram', 'de', 'Testman'],
  ['Saïda', null, 'Fictief'],
  ['Łukasz', null, 'Przykład'],
  ['Noor', 'van', 'Nergenshuizen'],
  ['Ties', null, 'Dummyman'],
  ['Élodie', null, 'Exemple'],
  ['Mees', 'ter', 'Bedacht'],
  ['Juul', null, 'Zandbak'],
  ['Søren', null, 'Eksempel'],
];

export const friendNames = ['Vera Vriendvoorbeeld', 'Otto Proefvriend'];

const givenNames = ['Pien', 'Daan', 'Lotte', 'Sem', 'Yara', 'Finn', 'Roos', 'Luuk', 'Evi', 'Thijs', 'Maud', 'Gijs'];
const familyNames = ['Voorbeeldsma', 'Testinga', 'Proefstra', 'Fictiema', 'Verzinsel', 'Bedenksel', 'Zandbakker'];

/** A name for a client after the fixed ones. */
export function inventName(index: number): readonly [first: string, infix: string | null, last: string] {
  const given = givenNames[index % givenNames.length] ?? 'Pien';
  const family = familyNames[Math.floor(index / givenNames.length) % familyNames.length] ?? 'Voorbeeldsma';
  return [given, index % 5 === 0 ? 'van' : null, family];
}

/** An address under `.example`, to which no mail can be delivered. */
export function mailbox(name: string, suffix = ''): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z]+/g, '.')
    .toLowerCase();
  return `${plain}${suffix}@mail.example`;
}
