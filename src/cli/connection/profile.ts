import { open, readFile } from 'node:fs/promises';
import * as tls from 'node:tls';
import { parseEnv } from 'node:util';
import { decodeText } from '../frame/decode-text.js';
import { UsageError } from '../frame/exit-codes.js';

/** Where the platform is, and the token. */
export interface Settings {
  readonly baseUrl: string;
  readonly token: string;
}

/** The variables of a profile, or else of the environment. */
export async function readSettings(profile: string | undefined, env: NodeJS.ProcessEnv): Promise<Settings> {
  const variables = profile === undefined ? env : await readProfile(profile);
  if (profile !== undefined) await trustAuthority(variables.NODE_EXTRA_CA_CERTS);
  const source = profile === undefined ? 'the environment' : profile;
  return { baseUrl: setting('CARE_BASE_URL', variables, source), token: setting('CARE_TOKEN', variables, source) };
}

function setting(name: string, variables: NodeJS.Dict<string>, source: string): string {
  const value = variables[name];
  if (value) return value;
  throw new UsageError(
    `${name} is not set in ${source}. Set CARE_BASE_URL and CARE_TOKEN, or put both in a file that only you can read, and name it with --profile.`,
  );
}

/** A file of lines such as `CARE_BASE_URL=https://…`. As with keys of ssh, only its owner may read it. */
async function readProfile(path: string): Promise<NodeJS.Dict<string>> {
  await using file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The profile ${path} cannot be read (${error.code}).`);
  });
  const { mode } = await file.stat();
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new UsageError(`Other users of this machine can use the profile ${path}. Run: chmod 600 ${path}`);
  }
  return parseEnv(decodeText(await file.readFile().catch(notAFile(path)), path));
}

function notAFile(path: string): (error: NodeJS.ErrnoException) => never {
  return ({ code }) => {
    throw new UsageError(`The profile ${path} cannot be read (${code}).`);
  };
}

/** Node reads this variable from the environment alone, when it starts. A profile is read later. */
async function trustAuthority(path: string | undefined): Promise<void> {
  if (!path) return;
  const authority = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `The file ${path} that NODE_EXTRA_CA_CERTS of the profile names cannot be read (${error.code}).`,
    );
  });
  // Added in Node 22.19 and 24.5.
  if (!('setDefaultCACertificates' in tls)) {
    throw new UsageError(
      `This version of Node cannot read NODE_EXTRA_CA_CERTS from a profile. Run: export NODE_EXTRA_CA_CERTS=${path}`,
    );
  }
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), authority]);
  } catch {
    throw new UsageError(`The file ${path} that NODE_EXTRA_CA_CERTS of the profile names holds a damaged certificate.`);
  }
}
