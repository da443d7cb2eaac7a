import { errorCodeOf } from '../http/error-log.ts';
import type { Config } from '../settings/config.ts';
import { isDatabaseUnavailable } from '../database/storage-errors.ts';
import { databaseAddress } from '../settings/service-addresses.ts';
import type { FastifyInstance } from 'fastify';
import { findIsolation, isolationWarning } from '../sandbox/isolation.ts';

/** Settings that can cause a start to fail. */
type Started = Pick<Config, 'port' | 'host'> & Partial<Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>>;

/** Authentication errors of PostgreSQL (class 28), and 3D000: unknown database. */
const REFUSED = /^(?:28[0-9A-Z]{3}|3D000)$/;

/** An unknown host is a wrong address, not an outage. */
const UNKNOWN_HOST = 'ENOTFOUND';

/** Whether a pooler rejected settings that need a dedicated session. */
const isPoolerRefusal = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter');

/** Whether a start failed because PostgreSQL is unavailable. A retry can then help. */
export function isRetryableStart(error: unknown, { databaseUrl }: Pick<Started, 'databaseUrl'>): boolean {
  if (databaseUrl === undefined || isPoolerRefusal(error)) return false;
  return isDatabaseUnavailable(error) && errorCodeOf(error) !== UNKNOWN_HOST;
}

/** Explains in one sentence why a start failed, and the fix. Returns other errors unchanged. */
export function explainStartError(
  error: unknown,
  { port, host, databaseUrl, databaseDirectUrl }: Started,
): unknown {
  const code = errorCodeOf(error);
  if (code === 'EADDRINUSE') {
    return faultOf(
      error,
      `Port ${port} on ${host} is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start.`,
    );
  }
  if (code === 'EACCES' && isListening(error)) {
    return faultOf(
      error,
      `This user may not open port ${port} on ${host}. Choose a port above 1023 with PORT.`,
    );
  }
  return databaseUrl === undefined ? error : explainDatabaseError(error, { databaseUrl, databaseDirectUrl });
}

function explainDatabaseError(
  error: unknown,
  { databaseUrl, databaseDirectUrl }: { databaseUrl: string; databaseDirectUrl: string | undefined },
): unknown {
  const code = errorCodeOf(error);
  const { hosts: host } = databaseAddress(databaseUrl);
  const direct = databaseDirectUrl && databaseAddress(databaseDirectUrl).hosts;
  const address = direct ? `${direct}, or the pooler at ${host},` : host;
  const check = direct ? 'DATABASE_URL and DATABASE_DIRECT_URL' : 'DATABASE_URL';
  if (isPoolerRefusal(error)) {
    return faultOf(
      error,
      `${direct ?? host} is a pooler of connections. Set DATABASE_DIRECT_URL to the address of the database behind it.`,
    );
  }
  if (REFUSED.test(code))
    return faultOf(error, `The database at ${address} refuses the connection (${code}). Check ${check}.`);
  if (!isDatabaseUnavailable(error)) return error;
  return faultOf(
    error,
    `The database at ${address} cannot be reached (${code || 'no answer'}). Check ${check}, and that it runs.`,
  );
}

function faultOf(cause: unknown, sentence: string): Error {
  return new Error(sentence, { cause });
}

function isListening(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen';
}

/** Logs warnings, also about missing isolation. */
export async function logWarnings(
  { log }: FastifyInstance,
  sentences: readonly (string | false | undefined)[],
): Promise<void> {
  for (const sentence of [...sentences, isolationWarning(await findIsolation())])
    if (sentence) log.warn(sentence);
}

type Warned = Pick<Config, 'dataKeys' | 'databaseUrl' | 'scanner' | 'smtpUrl' | 'publicUrl'>;

/** Returns warnings about missing settings. A local trial needs none. */
export function settingsWarnings(
  { dataKeys, databaseUrl, scanner, smtpUrl, publicUrl }: Warned,
  isAllEncrypted: boolean,
) {
  const isPublic = publicUrl?.startsWith('https:') === true;
  const isInService = isPublic || (databaseUrl ?? smtpUrl) !== undefined;
  return [
    isPublic &&
      smtpUrl === undefined &&
      'SMTP_URL is not set: no email leaves. Codes and receipts are files in DATA_DIR/mail.',
    isPublic &&
      scanner === undefined &&
      'SCANNER_URL is not set: documents are not scanned for malware, and staff see that.',
    isInService &&
      dataKeys.length === 0 &&
      'DATA_KEY is not set: answers and uploads are stored unencrypted.',
    !isAllEncrypted &&
      'Some of what is stored may not be encrypted with DATA_KEY yet: "npm run matricula -- rotate-secret --data".',
  ];
}
