import type { FieldTable } from '../fields/field-table.js';
import { boolean, choice } from '../fields/value-type.js';
import type { Answer } from '../http/answer.js';
import type { Call } from '../http/call.js';
import { patchResponse } from '../http/patch-response.js';
import { type Route, route } from '../http/route.js';
import { badRequest } from '../world/failure.js';
import type { Client, Professional } from '../world/user.js';
import { isManager, isOffice } from './access.js';
import { showUser } from './show-user.js';

interface ClientActivation {
  active: boolean;
  send_email: 'no' | 'welcome' | 'activation' | null;
}

const clientActivation: FieldTable<ClientActivation> = [
  { name: 'active', type: boolean(), required: true },
  { name: 'send_email', type: choice(['no', 'welcome', 'activation']) },
];

/** EPU-27: `send_email` is not for professionals, so it is one of the unknown attributes. */
const professionalActivation: FieldTable<Pick<ClientActivation, 'active'>> = [
  { name: 'active', type: boolean(), required: true },
];

/** EPU-36, ACT-3, ACT-4, TRAP-25: the state it is in already is an error, for both kinds. The text is ours. */
function switchTo(call: Call, user: Client | Professional, active: boolean): void {
  if (user.active === active) throw badRequest(`User is already ${active ? 'active' : 'inactive'}.`);
  user.active = active;
  user.modified = call.world.clock.now();
}

function activateClient(call: Call, client: Client): Answer {
  const { active = false, send_email: mail } = call.readBody(clientActivation, 'create');
  switchTo(call, client, active);
  // EPU-32 to EPU-35. NS-13: without `send_email` an activation sends the activation mail (ours).
  if (mail !== 'no') call.world.mail(client, active ? (mail ?? 'activation') : 'deactivation');
  return patchResponse(call, () => showUser(call, client));
}

function activateProfessional(call: Call, professional: Professional): Answer {
  const { active = false } = call.readBody(professionalActivation, 'create');
  switchTo(call, professional, active);
  // ACT-6: always.
  call.world.mail(professional, active ? 'activation' : 'deactivation');
  return patchResponse(call, () => showUser(call, professional));
}

export const activationRoutes: readonly Route[] = [
  route({
    path: 'c/:userId/activation',
    target: (call) => call.world.users.client(call.param('userId')),
    methods: { POST: { allow: (call) => isOffice(call.viewer), answer: activateClient } },
  }),
  route({
    path: 'p/:userId/activation',
    target: (call) => call.world.users.professional(call.param('userId')),
    methods: { POST: { allow: (call) => isManager(call.viewer), answer: activateProfessional } },
  }),
];
