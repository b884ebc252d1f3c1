import type { Sent } from '../../fields/field-table.js';
import type { Professional, ProfessionalDetails } from '../../world/user.js';
import type { World } from '../../world/world.js';
import { newAccount } from './new-account.js';
import { replacePicture } from './picture.js';
import type { ProfessionalInput } from './professional-fields.js';

const emptyProfessionalDetails: ProfessionalDetails = {
  first_name: '',
  infix: null,
  last_name: '',
  email: '',
  id: null,
  description: null,
};

/** Starts without groups, which have an endpoint of their own. No mail is sent (undocumented). */
export function addProfessional(
  world: World,
  sent: Sent<ProfessionalInput>,
  externalSource: string | null,
): Professional {
  const { active = false, labels, picture, ...details } = sent;
  const professional: Professional = {
    kind: 'professional',
    ...newAccount(world, active),
    details: { ...emptyProfessionalDetails, ...details },
    externalSource,
    picture: null,
    labels: labels ?? [],
    groups: [],
    additionalRoles: [],
  };
  replacePicture(world, professional, picture);
  return world.users.add(professional);
}

/** Changes the fields that were sent, but never `active`. */
export function changeProfessional(world: World, professional: Professional, sent: Sent<ProfessionalInput>): void {
  const { active: _byActivationOnly, labels, picture, ...details } = sent;
  professional.details = { ...professional.details, ...details };
  if (labels !== undefined) professional.labels = labels ?? [];
  replacePicture(world, professional, picture);
  professional.modified = world.clock.now();
}
