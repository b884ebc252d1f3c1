import type { RoleName, Sandbox, SandboxServer } from 'care-platform/sandbox';
import type { SandboxArguments } from './sandbox-arguments.js';

const roles: Readonly<Record<RoleName, string>> = {
  apiUser: 'an API user with every role and permission',
  apiUserPlain: 'an API user with none',
  client: 'the first client, EHR-1042',
  friend: 'the first friend',
  professional: 'a therapist who attends the first client, PRO-1',
  unrelatedProfessional: 'a therapist without any relation, PRO-2',
  supervisor: 'supervises the first client',
  secretary: 'a professional in that group',
  applicationManager: 'a professional in that group',
  dataOfficer: 'a regular user with that role',
  dataAnalyst: 'a regular user with that role',
  inactiveClient: 'a client who cannot log in: 401',
};

/** A sandbox that listens. */
export interface RunningSandbox {
  readonly sandbox: Sandbox;
  readonly server: SandboxServer;
  readonly args: SandboxArguments;
  /** The file with the certificate that clients trust, if the sandbox serves https. */
  readonly authorityFile: string | undefined;
}

/** The text that is printed when the sandbox is ready. */
export function welcome({ sandbox, server, args, authorityFile }: RunningSandbox): string {
  const { tokens } = sandbox;
  const curl = authorityFile === undefined ? 'curl' : `curl --cacert '${authorityFile}'`;
  const trust = authorityFile === undefined ? '' : `  Trust     NODE_EXTRA_CA_CERTS='${authorityFile}'\n`;
  const control = `${server.url}/_sandbox`;
  const lines = (Object.keys(roles) as RoleName[]).map(
    (role) => `  ${role.padEnd(22)} ${tokens[role]}  ${roles[role]}`,
  );
  const clock = `${sandbox.clock.now().toISOString()}${sandbox.clock.frozen ? ', standing still' : ''}`;
  const { length } = sandbox.control.users('client');
  const kept = args.state === undefined ? 'It keeps nothing' : `Its state is in ${args.state}`;
  const own = args.people === undefined ? '' : `, also those of ${args.people}`;
  return `A sandbox of the Care Platform, with ${length} clients${own}. ${kept}, and it sends no mail.

  Base URL  ${server.baseUrl}
  Control   ${control}/ (a page in a browser, JSON for programs)
  Clock     ${clock}
  Limits    ${args.limits === 'on' ? '30 requests a second, 20 connections' : 'none'}
${reach(args)}${trust}
Tokens
${lines.join('\n')}

Look around
  ${curl} -H 'Authorization: svc-token ${tokens.apiUser}' '${server.baseUrl}/c/items?pretty=1'

Move the clock, lose the response to the next POST, list the mails it would have sent
  ${curl} --json '{"advance": {"hours": 1}}' ${control}/clock
  ${curl} --json '{"kind": "drop", "when": "after", "method": "POST"}' ${control}/faults
  ${curl} ${control}/mails

Ctrl-C ends it.
`;
}

function reach({ host, cors, allowHost }: SandboxArguments): string {
  const pages = cors.length === 0 ? 'none (--cors allows some)' : cors.join(', ');
  const open = /^(127\.|localhost$|::1$)/.test(host)
    ? ''
    : `  Reach     any machine that reaches this one; \`/_sandbox\` accepts ${controllers(allowHost)}\n`;
  return `  Pages     ${pages}\n${open}`;
}

function controllers(hosts: readonly string[]): string {
  return hosts.length === 0 ? 'this machine only' : `this machine, and any under the name ${hosts.join(', ')}`;
}
