import type { NewClient, NewProfessional } from 'care-platform';

/** The fields that a new client needs if the platform keeps all of them. An inactive client gets no mail. */
export const newClient = {
  first_name: 'Nova',
  last_name: 'Nieuw',
  active: false,
  email: 'nova@mail.example',
  gender: 'f',
  date_of_birth: '1991-02-03',
} as const satisfies NewClient;

export const newActiveClient = { ...newClient, active: true } as const satisfies NewClient;

/** The fields that a new professional needs. */
export const newProfessional = {
  first_name: 'Pia',
  last_name: 'Nieuw',
  active: false,
  email: 'pia@mail.example',
} as const satisfies NewProfessional;
