import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { repeatWork } from '../http/background-work.ts';
import type { OnError } from '../http/error-log.ts';
import type { Randomness } from '../http/secret-token.ts';
import type { Database } from './database.ts';

/** Bytes of an HMAC with SHA-256. */
const DIGEST_BYTES = 32;

/** The server's random secret, shared by all processes. One version signs; older ones still verify. */
export type ServerSecret = {
  /** @param bytes length of the signature */
  sign(message: string | Buffer, bytes?: number): Buffer;
  /** Whether any server on this database signed the message. */
  isSigned(message: string | Buffer, signature: Buffer, bytes?: number): boolean;
  /** Derives a key from the first version only, unaffected by rotation. */
  derive(message: string): Buffer;
};

/** The secret with its versions as last read. */
export type StoredSecret = ServerSecret & { readonly reread: () => Promise<void> };

type Versions = {
  readonly first: Buffer;
  readonly signing: Buffer;
  readonly valid: readonly Buffer[];
};

/** The first version, created at the first start. It keys values that a plain hash would not hide. */
const FIRST = 'codes';

/** Every process rereads the versions within this time, and none signs with an unread one. */
const REREAD_MS = 60_000;
const SIGNS_AFTER_MINUTES = 5;
/** The longest lifetime of anything signed: the cookie of a known device. */
const VALID_DAYS = 366;

/** Reads the secret of a database, creating it if absent. */
export async function readServerSecret(db: Database, random: Randomness): Promise<StoredSecret> {
  await db
    .insertInto('server_secret')
    .values({ name: FIRST, value: random.bytes(DIGEST_BYTES) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  let versions = await selectVersions(db);
  return {
    ...createSecret(() => versions),
    reread: async () => {
      versions = await selectVersions(db);
    },
  };
}

/** Creates a secret of one version, not stored in a database. */
export function secretOf(value: Buffer): ServerSecret {
  return createSecret(() => ({ first: value, signing: value, valid: [value] }));
}

/** Rereads the versions of the secret every minute. @returns a function that stops it */
export function followServerSecret(secret: StoredSecret, onError: OnError): () => Promise<void> {
  return repeatWork(secret.reread, REREAD_MS, (error) => onError("the server's secret", error));
}

/**
 * Adds a version, which signs once every process has read it. A leaked secret verifies nothing from now on.
 * @returns the minutes until the new version signs
 */
export async function rotateServerSecret(
  db: Database,
  random: Randomness,
  isLeaked: boolean,
): Promise<number> {
  const minutes = isLeaked ? 0 : SIGNS_AFTER_MINUTES;
  const days = isLeaked ? 0 : VALID_DAYS;
  const version = { name: `${FIRST}-${random.bytes(8).toString('hex')}`, value: random.bytes(DIGEST_BYTES) };
  await sql`with former as (
      update server_secret
      set valid_until = least(valid_until, now() + make_interval(mins => ${minutes}, days => ${days}))
      where name = ${FIRST} or name like ${`${FIRST}-%`}
    )
    insert into server_secret (name, value, signs_from)
    values (${version.name}, ${version.value}, now() + make_interval(mins => ${minutes}))`.execute(db);
  return minutes;
}

/** Uses the database's clock, shared by all processes. */
async function selectVersions(db: Database): Promise<Versions> {
  const rows = await db
    .selectFrom('server_secret')
    .select(['name', 'value'])
    .select(sql<boolean>`signs_from <= now()`.as('signs'))
    .select(sql<boolean>`valid_until > now()`.as('isValid'))
    .where((where) => where.or([where('name', '=', FIRST), where('name', 'like', `${FIRST}-%`)]))
    .orderBy('signs_from', 'desc')
    .execute();
  const first = rows.find(({ name }) => name === FIRST);
  const signing = rows.find(({ signs, isValid }) => signs && isValid) ?? first;
  if (first === undefined || signing === undefined) throw new Error('The secret of the server is gone.');
  const valid = rows.filter(({ isValid }) => isValid).map(({ value }) => value);
  return { first: first.value, signing: signing.value, valid };
}

function createSecret(versions: () => Versions): ServerSecret {
  return {
    sign: (message, bytes = DIGEST_BYTES) => hmac(versions().signing, message).subarray(0, bytes),
    isSigned: (message, signature, bytes = DIGEST_BYTES) =>
      signature.length === bytes &&
      versions().valid.some((key) => timingSafeEqual(hmac(key, message).subarray(0, bytes), signature)),
    derive: (message) => hmac(versions().first, message),
  };
}

function hmac(key: Buffer, message: string | Buffer): Buffer {
  return createHmac('sha256', key).update(message).digest();
}
