/** Names that say of themselves that they are made up. Nobody here exists. */
export const CLIENT_NAMES: readonly (readonly [first: string, infix: string | null, last: string])[] = [
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

export const FRIEND_NAMES = ['Vera Vriendvoorbeeld', 'Otto Proefvriend'];

const GIVEN = ['Pien', 'Daan', 'Lotte', 'Sem', 'Yara', 'Finn', 'Roos', 'Luuk', 'Evi', 'Thijs', 'Maud', 'Gijs'];
const FAMILY = ['Voorbeeldsma', 'Testinga', 'Proefstra', 'Fictiema', 'Verzinsel', 'Bedenksel', 'Zandbakker'];

/** For the clients after the named ones. */
export function generatedName(index: number): readonly [first: string, infix: string | null, last: string] {
  const given = GIVEN[index % GIVEN.length] ?? 'Pien';
  const family = FAMILY[Math.floor(index / GIVEN.length) % FAMILY.length] ?? 'Voorbeeldsma';
  return [given, index % 5 === 0 ? 'van' : null, family];
}

/** A mailbox under `.example`, which no mail can ever reach. */
export function mailbox(name: string, suffix = ''): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z]+/g, '.')
    .toLowerCase();
  return `${plain}${suffix}@mail.example`;
}
