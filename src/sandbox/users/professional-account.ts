import type { Sent } from '../fields/field-table.js';
import type { Professional, ProfessionalDetails } from '../world/user.js';
import type { World } from '../world/world.js';
import { seesProfessional } from './access.js';
import { newAccount } from './new-account.js';
import { replacePicture } from './picture.js';
import type { ProfessionalInput } from './professional-fields.js';

const emptyDetails: ProfessionalDetails = {
  first_name: '',
  infix: null,
  last_name: '',
  email: '',
  id: null,
  description: null,
};

/** Starts without groups, which are set by themselves (EPU-29). No mail is sent (MAIL-3; ours). */
export function addProfessional(
  world: World,
  sent: Sent<ProfessionalInput>,
  externalSource: string | null,
): Professional {
  const { active = false, labels, picture, ...details } = sent;
  const professional: Professional = {
    kind: 'professional',
    ...newAccount(world, active),
    details: { ...emptyDetails, ...details },
    externalSource,
    picture: null,
    labels: labels ?? [],
    groups: [],
    additionalRoles: [],
  };
  replacePicture(world, professional, picture, (viewer) => seesProfessional(world, viewer, professional));
  return world.users.add(professional);
}

/** EPU-26, TRAP-56: only what was sent, never `active`. */
export function changeProfessional(world: World, professional: Professional, sent: Sent<ProfessionalInput>): void {
  const { active: _byActivationOnly, labels, picture, ...details } = sent;
  professional.details = { ...professional.details, ...details };
  if (labels !== undefined) professional.labels = labels ?? [];
  replacePicture(world, professional, picture, (viewer) => seesProfessional(world, viewer, professional));
  professional.modified = world.clock.now();
}
