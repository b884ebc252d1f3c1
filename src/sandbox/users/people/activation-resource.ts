import type { FieldTable } from '../../fields/field-table.js';
import { boolean, choice } from '../../fields/value-type.js';
import type { Call } from '../../http/call/call.js';
import type { ApiResponse } from '../../http/response/api-response.js';
import { patchResponse } from '../../http/response/patch-response.js';
import { type Route, route } from '../../http/routing/route.js';
import { badRequest } from '../../world/failure.js';
import type { Client, Professional } from '../../world/user.js';
import { isManager, isOffice } from '../access/access.js';
import { showUser } from '../response/show-user.js';

interface ClientActivation {
  active: boolean;
  send_email: 'no' | 'welcome' | 'activation' | null;
}

const clientActivation: FieldTable<ClientActivation> = [
  { name: 'active', type: boolean(), required: true },
  { name: 'send_email', type: choice(['no', 'welcome', 'activation']) },
];

/** `send_email` is for clients only, so it is an unknown attribute here. */
const professionalActivation: FieldTable<Pick<ClientActivation, 'active'>> = [
  { name: 'active', type: boolean(), required: true },
];

/** The current state as the new one is an error for both kinds. The text is undocumented. */
function switchTo(call: Call, user: Client | Professional, active: boolean): void {
  if (user.active === active) throw badRequest(`User is already ${active ? 'active' : 'inactive'}.`);
  user.active = active;
  user.modified = call.world.clock.now();
}

function activateClient(call: Call, client: Client): ApiResponse {
  const { active = false, send_email: mail } = call.readBody(clientActivation, 'create');
  switchTo(call, client, active);
  // Undocumented: without `send_email` an activation sends the activation mail.
  if (mail !== 'no') call.world.mail(client, active ? (mail ?? 'activation') : 'deactivation');
  return patchResponse(call, () => showUser(call, client));
}

function activateProfessional(call: Call, professional: Professional): ApiResponse {
  const { active = false } = call.readBody(professionalActivation, 'create');
  switchTo(call, professional, active);
  // Professionals always get a mail.
  call.world.mail(professional, active ? 'activation' : 'deactivation');
  return patchResponse(call, () => showUser(call, professional));
}

export const activationRoutes: readonly Route[] = [
  route({
    path: 'c/:userId/activation',
    target: (call) => call.world.users.client(call.param('userId')),
    methods: { POST: { allow: (call) => isOffice(call.viewer), respond: activateClient } },
  }),
  route({
    path: 'p/:userId/activation',
    target: (call) => call.world.users.professional(call.param('userId')),
    methods: { POST: { allow: (call) => isManager(call.viewer), respond: activateProfessional } },
  }),
];
