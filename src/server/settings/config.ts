import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  ADDRESS_URL_EXPECTED,
  addressSettings,
  isAddressUrlSetting,
  type AddressSettings,
  readDatabaseUrl,
  scannerAddress,
  type ScannerAddress,
} from './service-addresses.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** Whose X-Forwarded-* headers count: nobody's, that many hops, or these addresses. */
export type TrustProxy = false | number | readonly string[];

/** Whether mail requires an encrypted connection, or never uses one. */
export type SmtpTls = (typeof SMTP_TLS)[number];

export type S3Settings = {
  readonly bucket: string;
  /** A server that speaks S3; undefined: Amazon's own of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
};

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Origin for links in mails and for unsafe calls; undefined: http://localhost and the port listened on. */
  readonly publicUrl: string | undefined;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Past the pooler that `databaseUrl` goes through; undefined: it goes through none. */
  readonly databaseDirectUrl: string | undefined;
  /** Where documents are; undefined: in the data directory. */
  readonly storage: S3Settings | undefined;
  /** Encrypt what is sensitive where it is stored, 32 bytes each: the first encrypts, all decrypt. Empty: nothing is. */
  readonly dataKeys: readonly Buffer[];
  readonly smtpUrl: string | undefined;
  /** Default: required, unless the mail server is on this machine. */
  readonly smtpTls: SmtpTls | undefined;
  readonly mailFrom: string;
  readonly partner: string;
  readonly cookiePrefix: string;
  readonly trustProxy: TrustProxy;
  readonly logLevel: LogLevel;
  /** Port of `/metrics`, on loopback only; undefined: there is none. */
  readonly metricsPort: number | undefined;
  /** Where traces go, over OTLP; undefined: there are none. */
  readonly tracesTo: string | undefined;
  /** Of the requests that nobody else traces, how many are traced, from 0 to 1. */
  readonly tracedShare: number;
  /** Port of the mailbox page, on loopback only; undefined: the one after PORT. */
  readonly mailboxPort: number | 'off' | undefined;
  /** Who completes addresses. */
  readonly address: AddressSettings;
  /** Who looks for malware in documents; undefined: nobody. */
  readonly scanner: ScannerAddress | undefined;
};

export type ParsedConfig =
  | { readonly kind: 'config'; readonly config: Config }
  | { readonly kind: 'faults'; readonly faults: readonly string[] };

const SMTP_TLS = ['required', 'off'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Reads the environment once. An empty variable counts as absent. All faults are reported at once, as sentences.
 *
 * @param partnersDir where the compiled partners are; PARTNER must be one of its folders.
 */
export function parseConfig(environment: Environment, partnersDir: string): ParsedConfig {
  const faults: string[] = [];
  const { read, check } = createReader(environment, faults);
  const config: Config = {
    port: Number(check('PORT', isPort, 'a port number from 0 to 65535') ?? 3000),
    host: read('HOST') ?? '127.0.0.1',
    publicUrl: originOf(
      check(
        'PUBLIC_URL',
        isOrigin,
        'an http or https address without a path, like https://apply.example.edu',
      ),
    ),
    dataDir: resolve(read('DATA_DIR') ?? 'var'),
    ...readDatabases(check),
    storage: readStorage({ read, check }),
    dataKeys: readDataKeys(read('DATA_KEY'), faults),
    smtpUrl: check(
      'SMTP_URL',
      hasProtocol('smtp:', 'smtps:'),
      'an address like smtp://user:password@host:587',
    ),
    smtpTls: parseSmtpTls(check('SMTP_TLS', isSmtpTls, '"required" or "off"')),
    mailFrom:
      check('MAIL_FROM', isMailbox, 'an address like "Admissions <apply@example.edu>"') ??
      'no-reply@localhost',
    partner:
      check(
        'PARTNER',
        isPartner(partnersDir),
        `the name of a file in schemas/partners that "npm run generate" has compiled`,
      ) ?? 'default',
    cookiePrefix: check('COOKIE_PREFIX', isToken, 'made of letters, digits, - and _') ?? 'matricula',
    trustProxy: parseTrustProxy(
      check(
        'TRUST_PROXY',
        isTrustProxy,
        '"off", a number of proxies, or their addresses with commas between them',
      ),
    ),
    logLevel: parseLogLevel(check('LOG_LEVEL', isLogLevel, `one of ${LOG_LEVELS.join(', ')}`)),
    metricsPort: parsePort(check('METRICS_PORT', isPort, 'a port number from 0 to 65535')),
    ...readTracing(check),
    mailboxPort: parseMailboxPort(
      check('MAILBOX_PORT', isMailboxPort, '"off" or a port number from 0 to 65535'),
    ),
    address: addressSettings(
      check('ADDRESS_URL', isAddressUrlSetting, ADDRESS_URL_EXPECTED),
      { authId: read('SMARTY_AUTH_ID'), authToken: read('SMARTY_AUTH_TOKEN') },
      (fault) => faults.push(fault),
    ),
    scanner: readScanner(check),
  };
  faults.push(...missingBeside(read));
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'config', config };
}

type Reader = {
  readonly read: (name: string) => string | undefined;
  readonly check: (name: string, isRight: (value: string) => boolean, expected: string) => string | undefined;
};

/** Reads variables. An invalid one adds a sentence to `faults` and reads as undefined. */
function createReader(environment: Environment, faults: string[]): Reader {
  const read: Reader['read'] = (name) => environment[name] || undefined;
  const check: Reader['check'] = (name, isRight, expected) => {
    const value = read(name);
    if (value === undefined || isRight(value)) return value;
    faults.push(`${name} is "${withoutPassword(value)}", but it must be ${expected}.`);
    return undefined;
  };
  return { read, check };
}

/** What one variable makes no sense without. */
function missingBeside(read: Reader['read']): readonly string[] {
  const from = 'SMTP_URL is set, but MAIL_FROM is missing: set it to the address that mails come from.';
  const bucket =
    'S3_ENDPOINT is set, but STORAGE_URL is missing: set it to s3:// and the name of the bucket.';
  const pooler =
    'DATABASE_DIRECT_URL is set, but DATABASE_URL is missing: set it to the address of the pooler.';
  return [
    ...(read('DATABASE_DIRECT_URL') && !read('DATABASE_URL') ? [pooler] : []),
    ...(read('SMTP_URL') && !read('MAIL_FROM') ? [from] : []),
    ...(read('S3_ENDPOINT') && !read('STORAGE_URL') ? [bucket] : []),
  ];
}

const DATABASE_URL_EXPECTED =
  'an address like postgres://user:password@host:5432/database; several hosts have commas between them, and target_session_attrs is read-write';

function readDatabases(check: Reader['check']): Pick<Config, 'databaseUrl' | 'databaseDirectUrl'> {
  const read = (name: string): string | undefined =>
    check(name, (value) => readDatabaseUrl(value) !== undefined, DATABASE_URL_EXPECTED);
  return { databaseUrl: read('DATABASE_URL'), databaseDirectUrl: read('DATABASE_DIRECT_URL') };
}

function readTracing(check: Reader['check']): Pick<Config, 'tracesTo' | 'tracedShare'> {
  const tracesTo = check(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    hasProtocol('http:', 'https:'),
    'an address like http://localhost:4318',
  );
  return {
    tracesTo,
    tracedShare: Number(check('OTEL_TRACES_SAMPLER_ARG', isShare, 'a number from 0 to 1') ?? 1),
  };
}

function readScanner(check: Reader['check']): ScannerAddress | undefined {
  const url = check(
    'SCANNER_URL',
    isScanner,
    'an address like tcp://host:3310 or unix:/run/clamav/clamd.ctl',
  );
  return url === undefined ? undefined : scannerAddress(url);
}

function readStorage({ read, check }: Reader): S3Settings | undefined {
  const bucket = check('STORAGE_URL', isBucket, 'an address like s3://bucket');
  const endpoint = check('S3_ENDPOINT', isOrigin, 'an http or https address without a path');
  const region = check('S3_REGION', isToken, 'the name of a region, like us-west-2') ?? read('AWS_REGION');
  if (bucket === undefined) return undefined;
  return { bucket: new URL(bucket).hostname, endpoint: originOf(endpoint), region: region ?? 'us-east-1' };
}

const DATA_KEY_FAULT =
  'DATA_KEY must be made of 32 random bytes in base64, as "openssl rand -base64 32" prints them; several with commas between them, the newest first.';

/** Reads DATA_KEY. An error never repeats it, because it can be nearly a key. */
function readDataKeys(text: string | undefined, faults: string[]): readonly Buffer[] {
  const keys = (text?.split(',') ?? []).map((key) => Buffer.from(key.trim(), 'base64'));
  if (keys.some(({ length }) => length !== 32)) faults.push(DATA_KEY_FAULT);
  return keys;
}

const isScanner = (value: string): boolean => scannerAddress(value) !== undefined;
const isPort = (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
const isMailboxPort = (value: string): boolean => value === 'off' || isPort(value);
const isShare = (value: string): boolean => /^(?:0|1|0?\.\d+|1\.0+)$/.test(value);
const isToken = (value: string): boolean => /^[\w-]{1,40}$/.test(value);
const isMailbox = (value: string): boolean =>
  /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value);
const isTrustProxy = (value: string): boolean =>
  value === 'off' || /^\d{1,2}$/.test(value) || /^[\da-f.:/, ]+$/i.test(value);
const isSmtpTls = (value: string): boolean => SMTP_TLS.some((tls) => tls === value);
const isLogLevel = (value: string): boolean => LOG_LEVELS.some((level) => level === value);

const isBucket = (value: string): boolean => /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d]\/?$/.test(value);

const isPartner =
  (partnersDir: string) =>
  (value: string): boolean =>
    isToken(value) && existsSync(join(partnersDir, value, 'form.json'));

const hasProtocol =
  (...protocols: readonly string[]) =>
  (value: string): boolean => {
    const url = URL.parse(value);
    return url !== null && protocols.includes(url.protocol) && url.hostname !== '';
  };

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

function originOf(value: string | undefined): string | undefined {
  return value === undefined ? undefined : new URL(value).origin;
}

function parsePort(value: string | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function parseMailboxPort(value: string | undefined): Config['mailboxPort'] {
  return value === 'off' ? value : parsePort(value);
}

function parseTrustProxy(value: string | undefined): TrustProxy {
  if (value === undefined || value === 'off') return false;
  return /^\d+$/.test(value) ? Number(value) : value.split(',').map((address) => address.trim());
}

function parseSmtpTls(value: string | undefined): SmtpTls | undefined {
  return SMTP_TLS.find((tls) => tls === value);
}

function parseLogLevel(value: string | undefined): LogLevel {
  return LOG_LEVELS.find((level) => level === value) ?? 'info';
}

/** Hides the password of an address, because configuration errors are printed. */
function withoutPassword(value: string): string {
  return value.replace(/:[^:@/]*@/, ':…@');
}
