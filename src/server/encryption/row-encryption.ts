import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Kysely, KyselyPlugin } from 'kysely';
import type { StoredAnswers } from '#form/answers/merge-answers.ts';
import type { FormState } from '#form/definition/definition.ts';
import { keyIdOf, type DataKeys, decryptBytes, encryptBytes, encryptedWith } from './data-keys.ts';

type Sealed = { readonly sealed: string };

/** JSON in a row: encrypted as a whole under '', which is no question's key, or plain. */
export type StoredJson<Value extends object> = Value | { readonly '': Sealed };

/** Table, column and ID of a row: a value can only be decrypted there. */
export type Place = `${'application' | 'submission' | 'prefill' | 'document'}.${string}:${string}`;

/** Pads to the same length: short answers look alike. */
const PADDED_TO = 64;

/** Prefix of encrypted text. No file name has a slash. */
const TEXT_MARK = 'encrypted/';

/** Encrypts and decrypts what students wrote, for the stores of its rows. */
export class RowEncryption {
  readonly keys: DataKeys | undefined;

  constructor(keys: DataKeys | undefined) {
    this.keys = keys;
  }

  /** Returns the text of a JSON column, with its keys encrypted, too. */
  seal(place: Place, value: object): string {
    const text = JSON.stringify(value);
    if (!this.keys || Object.keys(value).length === 0) return text;
    const sealed = this.keys.encrypt(packed(text), place).toString('base64');
    return JSON.stringify({ '': { sealed } });
  }

  /** @throws Error if the value was changed, or moved from another place */
  open<Value extends object>(place: Place, stored: StoredJson<Value>): Value {
    if (!isWhole(stored)) return stored;
    const value: Value = JSON.parse(inflateRawSync(this.#decrypt(place, stored[''])).toString());
    return value;
  }

  sealText(place: Place, text: string): string {
    return this.keys ? TEXT_MARK + this.keys.encrypt(Buffer.from(text), place).toString('base64') : text;
  }

  openText(place: Place, stored: string): string {
    if (!stored.startsWith(TEXT_MARK)) return stored;
    return this.#decrypt(place, { sealed: stored.slice(TEXT_MARK.length) }).toString();
  }

  /** Returns a hash that, with keys, reveals nothing about the text. */
  hash(text: string): string {
    return (this.keys?.hash(text) ?? createHash('sha256').update(text).digest()).toString('base64url');
  }

  sealPicture(fileKey: string, picture: Buffer): Buffer {
    return encryptBytes(this.keys, picture, pictureOf(fileKey));
  }

  openPicture(fileKey: string, stored: Buffer): Buffer {
    return decryptBytes(this.keys, stored, pictureOf(fileKey));
  }

  /** Returns a column's value encrypted with the first key; undefined if it is. */
  reencrypted(place: Place, stored: object | string): Buffer | string | undefined {
    if (this.keys === undefined) return undefined;
    const [newest] = this.keys.ids;
    if (Buffer.isBuffer(stored)) {
      const fileKey = place.slice(place.indexOf(':') + 1);
      if (encryptedWith(stored) === newest) return undefined;
      return this.sealPicture(fileKey, this.openPicture(fileKey, stored));
    }
    if (typeof stored === 'string') {
      const isNewest = stored.startsWith(TEXT_MARK) && idOf(stored.slice(TEXT_MARK.length)) === newest;
      return isNewest ? undefined : this.sealText(place, this.openText(place, stored));
    }
    const isNewest = isWhole(stored) ? idOf(stored[''].sealed) === newest : Object.keys(stored).length === 0;
    return isNewest ? undefined : this.seal(place, this.open(place, stored));
  }

  #decrypt(place: string, { sealed }: Sealed): Buffer {
    if (!this.keys) throw new Error('DATA_KEY is missing.');
    return this.keys.decrypt(Buffer.from(sealed, 'base64'), place);
  }
}

/** Carries the encryption through the query builder into transactions; changes no query. */
class EncryptionPlugin implements KyselyPlugin {
  readonly encryption: RowEncryption;

  constructor(encryption: RowEncryption) {
    this.encryption = encryption;
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

const NOTHING_ENCRYPTED = new RowEncryption(undefined);

/** Attaches an encryption to a database for its stores. */
export function withEncryption<Tables>(db: Kysely<Tables>, encryption: RowEncryption): Kysely<Tables> {
  return db.withPlugin(new EncryptionPlugin(encryption));
}

/** Returns the encryption attached to a database. */
export function encryptionOf(db: Pick<Kysely<unknown>, 'getExecutor'>): RowEncryption {
  const plugin = db.getExecutor().plugins.findLast((each) => each instanceof EncryptionPlugin);
  return plugin?.encryption ?? NOTHING_ENCRYPTED;
}

function pictureOf(fileKey: string): string {
  return `picture:${fileKey}`;
}

function idOf(sealed: string): string {
  return keyIdOf(Buffer.from(sealed, 'base64'));
}

function isWhole(stored: object): stored is { readonly '': Sealed } {
  // A page can report messages under any name.
  return '' in stored && !Array.isArray(stored['']);
}

/** Compresses first, because the database cannot afterwards. What follows the end is ignored. */
function packed(text: string): Buffer {
  const deflated = deflateRawSync(text, { level: 1 });
  return Buffer.concat([deflated], Math.ceil(deflated.length / PADDED_TO) * PADDED_TO);
}

/** The encrypted columns of a submission. An application has more. */
type StateColumns = {
  readonly answers: StoredJson<FormState['answers']>;
  readonly tabs: StoredJson<FormState['tabs']>;
  readonly counts: StoredJson<FormState['counts']>;
};

type ApplicationColumns = StateColumns & {
  readonly studentId: string;
  readonly versions: StoredJson<StoredAnswers['versions']>;
  readonly keysToReview: StoredJson<readonly string[]>;
};

/** Returns a row of an application with its columns decrypted. */
export function decryptedApplication<Row extends ApplicationColumns>(
  db: Parameters<typeof encryptionOf>[0],
  row: Row,
) {
  const encryption = encryptionOf(db);
  return {
    ...decryptedState(db, 'application', row),
    versions: encryption.open(`application.versions:${row.studentId}`, row.versions),
    keysToReview: encryption.open(`application.look_at:${row.studentId}`, row.keysToReview),
  };
}

/** Returns a row with its answers, tabs and counts decrypted. */
export function decryptedState<Row extends StateColumns & { readonly studentId: string }>(
  db: Parameters<typeof encryptionOf>[0],
  table: 'application' | 'submission',
  row: Row,
) {
  const encryption = encryptionOf(db);
  return {
    ...row,
    answers: encryption.open(`${table}.answers:${row.studentId}`, row.answers),
    tabs: encryption.open(`${table}.tabs:${row.studentId}`, row.tabs),
    counts: encryption.open(`${table}.counts:${row.studentId}`, row.counts),
  };
}
