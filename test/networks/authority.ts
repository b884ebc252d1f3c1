import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../services/service.js';

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority of a hospital's own, which no runtime knows. */
export interface Authority {
  /** The file with its certificate. */
  readonly file: string;
  readonly certificate: string;
  /** For `localhost` and 127.0.0.1, with a year to go. */
  readonly good: Certificate;
  /** For another host. */
  readonly elsewhere: Certificate;
  readonly expired: Certificate;
  /** Of no authority at all. */
  readonly selfSigned: Certificate;
  /** Removes its files. */
  remove(): void;
}

const here = 'DNS:localhost,IP:127.0.0.1';
const past = ['-startdate', '20240101000000Z', '-enddate', '20240201000000Z'];
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Makes it with openssl. */
export function createAuthority(): Authority {
  const folder = temporaryFolder();
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  writeFileSync(join(folder, 'authority.cnf'), configuration);
  writeFileSync(join(folder, 'issued.txt'), '');
  writeFileSync(join(folder, 'serial'), '1000');
  const asAuthority = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign'];
  const name = ['-subj', '/CN=Hospital Authority'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '365',
    ...name,
    ...asAuthority,
  );

  const issued = (name: string, hosts: string, validity: readonly string[]): Certificate => {
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${hosts}\nextendedKeyUsage=serverAuth\n`);
    const files = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-extfile', `${name}.ext`];
    openssl('ca', '-batch', '-notext', '-config', 'authority.cnf', ...files, ...validity);
    return { cert: read(`${name}.pem`), key: read(`${name}.key`) };
  };
  const selfSigned = (): Certificate => {
    const hosts = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${here}`];
    openssl('req', '-x509', ...newKey, '-keyout', 'self.key', '-out', 'self.pem', '-days', '365', ...hosts);
    return { cert: read('self.pem'), key: read('self.key') };
  };
  return {
    file: join(folder, 'root.pem'),
    certificate: read('root.pem'),
    good: issued('good', here, ['-days', '365']),
    elsewhere: issued('elsewhere', 'DNS:elsewhere.example', ['-days', '365']),
    expired: issued('expired', here, past),
    selfSigned: selfSigned(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const configuration = `
[ca]
default_ca = own
[own]
database = issued.txt
serial = serial
new_certs_dir = .
certificate = root.pem
private_key = root.key
default_md = sha256
policy = names
[names]
commonName = supplied
`;
