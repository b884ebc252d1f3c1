import type { Sent } from '../../fields/field-table.js';
import type { Client, ClientDetails } from '../../world/user.js';
import type { World } from '../../world/world.js';
import type { ClientInput } from './client-fields.js';
import { newAccount } from './new-account.js';
import { replacePicture } from './picture.js';

const emptyClientDetails: ClientDetails = {
  first_name: '',
  infix: null,
  last_name: '',
  email: '',
  gender: 'unknown',
  date_of_birth: null,
  phone_number: null,
  id: null,
  bsn: null,
};

/** A new client has all features (undocumented). */
export function addClient(world: World, sent: Sent<ClientInput>, externalSource: string | null): Client {
  const { active = false, labels, picture, ...details } = sent;
  const client: Client = {
    kind: 'client',
    ...newAccount(world, active),
    details: { ...emptyClientDetails, ...details },
    externalSource,
    picture: null,
    labels: labels ?? [],
    features: { diary: true, planning: true, conversations: true, tools: true },
  };
  replacePicture(world, client, picture);
  return world.users.add(client);
}

/** Changes the fields that were sent, but never `active`. A list replaces the previous one. */
export function changeClient(world: World, client: Client, sent: Sent<ClientInput>): void {
  const { active: _byActivationOnly, labels, picture, ...details } = sent;
  client.details = { ...client.details, ...details };
  if (labels !== undefined) client.labels = labels ?? [];
  replacePicture(world, client, picture);
  client.modified = world.clock.now();
}
