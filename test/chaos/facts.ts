import type { NewClient, NewProfessional } from 'care-platform';

/** What is known of patients and of those who treat them; none of it has any business in an error or a log. */
export const facts = {
  firstName: 'Quirijn',
  infix: 'van het Geheim',
  lastName: 'Zwijgveld',
  email: 'verhuld.adres',
  phone: '0612-987',
  bsn: '98765',
  id: 'MRN-GEHEIM',
  born: '1931-11-23',
  note: 'paniekaanval',
  label: 'suicidaliteit',
  colleague: 'Hildegonde',
  colleagueName: 'Stilzwijg',
  colleagueEmail: 'discreet.mens',
  colleagueId: 'PRO-STIL',
  description: 'behandelt trauma',
  fileName: 'litteken.png',
  bytes: 'aGVpbWVsaWprZm90bw',
  task: 'afkickprogramma',
  event: 'opnamegesprek',
  page: 'dossier van een Zwijgzame',
} as const;

/** A client that nobody else is. */
export function clientFields(number: number) {
  return {
    first_name: `${facts.firstName}${number}`,
    infix: facts.infix,
    last_name: facts.lastName,
    email: `${facts.email}${number}@mail.example`,
    active: true,
    gender: 'other',
    date_of_birth: facts.born,
    phone_number: `${facts.phone}${number}`,
    // Every third one has none, so that looks have the e-mail address alone.
    id: number % 3 === 0 ? null : `${facts.id}/${number}`,
    bsn: number % 2 === 0 ? facts.bsn + String(number).padStart(6, '0') : null,
  } satisfies NewClient;
}

export function professionalFields(number: number) {
  return {
    first_name: facts.colleague,
    last_name: `${facts.colleagueName}${number}`,
    email: `${facts.colleagueEmail}${number}@mail.example`,
    active: true,
    description: facts.description,
    id: `${facts.colleagueId}-${number}`,
  } satisfies NewProfessional;
}

/** A file as a request carries it. */
export const photo = { '@type': 'base64', data: `${facts.bytes}==`, filename: facts.fileName } as const;
