import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  ADDRESS_URL_EXPECTED,
  addressSettings,
  readDatabaseUrl,
  scannerAddress,
} from './service-addresses.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Trusted senders of X-Forwarded-* headers. None, a number of hops, or these addresses. */
export type TrustProxy = false | number | readonly string[];

/** Whether mail requires an encrypted connection, or never uses one. */
export type SmtpTls = (typeof SMTP_TLS)[number];

export type S3Settings = {
  readonly bucket: string;
  /** Address of an S3-compatible server; undefined: Amazon's in the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
};

export type Config = Readonly<ReturnType<typeof readConfig>>;

export type ParsedConfig =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'faults'; readonly faults: readonly string[] };

const SMTP_TLS = ['required', 'off'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Reads the environment once. Empty variables count as absent. Reports all faults at once, as sentences.
 * @param partnersDir folder of the compiled partners; PARTNER must be one of its folders
 */
export function parseConfig(environment: Environment, partnersDir: string): ParsedConfig {
  const faults: string[] = [];
  const reader = createReader(environment, faults);
  const config = readConfig(reader, faults, partnersDir);
  for (const [name, other, value] of NEEDS)
    if (reader.read(name) && !reader.read(other))
      faults.push(`${name} is set, but ${other} is missing: set it to ${value}.`);
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'config', config };
}

function readConfig({ read, check }: Reader, faults: string[], partnersDir: string) {
  const publicUrl = check(
    'PUBLIC_URL',
    originOf,
    'an http or https address without a path, like https://apply.example.edu',
  );
  return {
    port: check('PORT', portOf, PORT_EXPECTED) ?? 3000,
    host: read('HOST') ?? '127.0.0.1',
    /** Origin for links in mails and for unsafe calls; undefined: http://localhost with the listening port. */
    publicUrl,
    /** Absolute path. */
    dataDir: resolve(read('DATA_DIR') ?? 'var'),
    databaseUrl: check('DATABASE_URL', databaseUrlOf, DATABASE_URL_EXPECTED),
    /** Database address behind the pooler of `databaseUrl`; undefined: no pooler. */
    databaseDirectUrl: check('DATABASE_DIRECT_URL', databaseUrlOf, DATABASE_URL_EXPECTED),
    /** Document storage; undefined: in the data directory. */
    storage: readStorage({ read, check }),
    /** Encryption keys of what students write, 32 bytes each: the first encrypts, all decrypt. Empty: no encryption. */
    dataKeys: readDataKeys(read('DATA_KEY'), faults),
    smtpUrl: check('SMTP_URL', withProtocol('smtp:', 'smtps:'), SMTP_URL_EXPECTED),
    /** Default: required, unless the mail server is on this machine. */
    smtpTls: check('SMTP_TLS', oneOf(SMTP_TLS), '"required" or "off"'),
    /** Connections to the mail server, and so concurrent mails. */
    smtpConnections: check('SMTP_CONNECTIONS', countUpTo(50), 'a number from 1 to 50') ?? 4,
    /** Maximum mails per second; undefined: no limit. */
    smtpRate: check('SMTP_RATE', countUpTo(1000), 'a number of emails a second, from 1 to 1000'),
    mailFrom:
      check('MAIL_FROM', matching(MAILBOX), 'an address like "Admissions <apply@example.edu>"') ??
      'no-reply@localhost',
    partner:
      check(
        'PARTNER',
        (value) => (isPartner(partnersDir, value) ? value : undefined),
        `the name of a file in schemas/partners that "npm run generate" has compiled`,
      ) ?? 'default',
    /** Over https, browsers accept these cookies from this host alone (OWASP ASVS 3.3.1). */
    cookiePrefix:
      (publicUrl?.startsWith('https:') ? '__Host-' : '') +
      (check('COOKIE_PREFIX', matching(TOKEN), 'made of letters, digits, - and _') ?? 'matricula'),
    trustProxy:
      check(
        'TRUST_PROXY',
        trustProxyOf,
        '"off", a number of proxies, or their addresses with commas between them',
      ) ?? false,
    logLevel: check('LOG_LEVEL', oneOf(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`) ?? 'info',
    /** Port of `/metrics`, on loopback only; undefined: none. */
    metricsPort: check('METRICS_PORT', portOf, PORT_EXPECTED),
    /** Listen address for metrics. */
    metricsHost: read('METRICS_HOST') ?? '127.0.0.1',
    /** OTLP endpoint for traces; undefined: none. */
    tracesTo: check(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      withProtocol('http:', 'https:'),
      'an address like http://localhost:4318',
    ),
    /** Share of traced requests, from 0 to 1, among those without an incoming trace. */
    tracedShare: Number(check('OTEL_TRACES_SAMPLER_ARG', matching(SHARE), 'a number from 0 to 1') ?? 1),
    /** Port of the mailbox page, on loopback only; undefined: the one after PORT. */
    mailboxPort: check('MAILBOX_PORT', mailboxPortOf, `"off" or ${PORT_EXPECTED}`),
    /** Address completion service; undefined: the bundled ZIP codes. */
    address: check(
      'ADDRESS_URL',
      (value) => addressSettings(value, read('SMARTY_AUTH_ID'), read('SMARTY_AUTH_TOKEN')),
      ADDRESS_URL_EXPECTED,
    ),
    /** Malware scanner for documents; undefined: none. */
    scanner: check(
      'SCANNER_URL',
      scannerAddress,
      'an address like tcp://host:3310 or unix:/run/clamav/clamd.ctl',
    ),
  };
}

/** Settings that no program started by this server needs. Amazon's library reads its own when they are used. */
const SECRETS = ['DATA_KEY', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'SMTP_URL', 'SMARTY_AUTH_TOKEN'];

/** Returns a copy of the environment, and removes secrets from it. */
export function takeSecrets(environment: NodeJS.ProcessEnv): Environment {
  const copy = { ...environment };
  for (const name of SECRETS) delete environment[name];
  return copy;
}

type Parse<Value> = (text: string) => Value | undefined;
type Reader = {
  readonly read: (name: string) => string | undefined;
  readonly check: <Value>(name: string, parse: Parse<Value>, expected: string) => Value | undefined;
};

/** Reads variables. An invalid one adds a sentence to `faults` and reads as undefined. */
function createReader(environment: Environment, faults: string[]): Reader {
  const read: Reader['read'] = (name) => environment[name] || undefined;
  return {
    read,
    check(name, parse, expected) {
      const text = read(name);
      if (text === undefined) return undefined;
      const value = parse(text);
      if (value === undefined)
        faults.push(`${name} is "${withoutPassword(text)}", but it must be ${expected}.`);
      return value;
    },
  };
}

/** Variables that require another, and its value. */
const NEEDS = [
  ['DATABASE_DIRECT_URL', 'DATABASE_URL', 'the address of the pooler'],
  ['SMTP_URL', 'MAIL_FROM', 'the address that mails come from'],
  ['S3_ENDPOINT', 'STORAGE_URL', 's3:// and the name of the bucket'],
] as const;

const SMTP_URL_EXPECTED = 'an address like smtp://user:password@host:587';
const DATABASE_URL_EXPECTED =
  'an address like postgres://user:password@host:5432/database; several hosts have commas between them, and target_session_attrs is read-write';

function readStorage({ read, check }: Reader): S3Settings | undefined {
  const bucket = check('STORAGE_URL', matching(BUCKET), 'an address like s3://bucket');
  const endpoint = check('S3_ENDPOINT', originOf, 'an http or https address without a path');
  const region = check('S3_REGION', matching(TOKEN), 'the name of a region, like us-west-2');
  if (bucket === undefined) return undefined;
  return { bucket: new URL(bucket).hostname, endpoint, region: region ?? read('AWS_REGION') ?? 'us-east-1' };
}

const DATA_KEY_FAULT =
  'DATA_KEY must be made of 32 random bytes in base64, as "openssl rand -base64 32" prints them; several with commas between them, the newest first.';

/** Reads DATA_KEY. Errors never repeat it, because it can be nearly a key. */
function readDataKeys(text: string | undefined, faults: string[]): readonly Buffer[] {
  const keys = (text?.split(',') ?? []).map((key) => Buffer.from(key.trim(), 'base64'));
  if (keys.some(({ length }) => length !== 32)) faults.push(DATA_KEY_FAULT);
  return keys;
}

const PORT_EXPECTED = 'a port number from 0 to 65535';
const SHARE = /^(?:0|1|0?\.\d+|1\.0+)$/;
const TOKEN = /^[\w-]{1,40}$/;
const MAILBOX = /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;
const BUCKET = /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d]\/?$/;

const matching =
  (pattern: RegExp): Parse<string> =>
  (value) =>
    pattern.test(value) ? value : undefined;

const oneOf =
  <Choice extends string>(choices: readonly Choice[]): Parse<Choice> =>
  (value) =>
    choices.find((choice) => choice === value);

const withProtocol =
  (...protocols: readonly string[]): Parse<string> =>
  (value) => {
    const url = URL.parse(value);
    return url !== null && protocols.includes(url.protocol) && url.hostname !== '' ? value : undefined;
  };

function portOf(value: string): number | undefined {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : undefined;
}

/** Creates a parser for integers from 1. */
function countUpTo(most: number): (value: string) => number | undefined {
  return (value) => (/^[1-9]\d{0,3}$/.test(value) && Number(value) <= most ? Number(value) : undefined);
}

function mailboxPortOf(value: string): number | 'off' | undefined {
  return value === 'off' ? value : portOf(value);
}

function databaseUrlOf(value: string): string | undefined {
  return readDatabaseUrl(value) && value;
}

function isPartner(partnersDir: string, value: string): boolean {
  return TOKEN.test(value) && existsSync(join(partnersDir, value, 'form.json'));
}

function originOf(value: string): string | undefined {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const isPlain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isPlain ? url.origin : undefined;
}

function trustProxyOf(value: string): TrustProxy | undefined {
  if (value === 'off') return false;
  if (/^\d+$/.test(value)) return Number(value);
  return /^[\da-f.:/, ]+$/i.test(value) ? value.split(',').map((address) => address.trim()) : undefined;
}

/** Hides the password in a URL, because configuration errors are printed. */
function withoutPassword(value: string): string {
  return value.replace(/:[^:@/]*@/, ':…@');
}
