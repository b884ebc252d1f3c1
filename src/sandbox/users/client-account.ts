import type { Sent } from '../fields/field-table.js';
import type { Client, ClientDetails } from '../world/user.js';
import type { World } from '../world/world.js';
import { seesPerson } from './access.js';
import type { ClientInput } from './client-fields.js';
import { newAccount } from './new-account.js';
import { replacePicture } from './picture.js';

const emptyDetails: ClientDetails = {
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

/** A new client has all features, which is ours: the document does not say where they are switched. */
export function addClient(world: World, sent: Sent<ClientInput>, externalSource: string | null): Client {
  const { active = false, labels, picture, ...details } = sent;
  const client: Client = {
    kind: 'client',
    ...newAccount(world, active),
    details: { ...emptyDetails, ...details },
    externalSource,
    picture: null,
    labels: labels ?? [],
    features: { diary: true, planning: true, conversations: true, tools: true },
  };
  replacePicture(world, client, picture, (viewer) => seesPerson(world, viewer, client));
  return world.users.add(client);
}

/** EPU-15, EPU-16: only what was sent, never `active`; a sent list takes the place of the old one (GAP-36). */
export function changeClient(world: World, client: Client, sent: Sent<ClientInput>): void {
  const { active: _byActivationOnly, labels, picture, ...details } = sent;
  client.details = { ...client.details, ...details };
  if (labels !== undefined) client.labels = labels ?? [];
  replacePicture(world, client, picture, (viewer) => seesPerson(world, viewer, client));
  client.modified = world.clock.now();
}
