import type { Kysely, KyselyPlugin } from 'kysely';
import type { Answers, AnswerValue } from '#form/definition/definition.ts';
import { keyIdOf, type DataKeys, decryptBytes, encryptBytes, encryptedWith } from './data-keys.ts';

/** An encrypted answer: plain answers are never objects. */
type EncryptedValue = { readonly sealed: string };

/** Stored answers: sensitive ones sealed, unless empty. */
export type EncryptedAnswers = Readonly<Record<string, AnswerValue | EncryptedValue>>;

/** A student's row: its answers can only be opened there. */
export type EncryptedRow = `${'application' | 'submission' | 'prefill'}:${string}`;

/** Pads short answers to the same length: "Yes" and "No" look alike. */
const PADDED_TO = 32;

/** Encrypts and decrypts sensitive answers and thumbnails. */
export class AnswerEncryption {
  readonly keys: DataKeys | undefined;
  /** Names of sensitive answers. */
  readonly names: ReadonlySet<string>;

  constructor(keys: DataKeys | undefined, names: Iterable<string>) {
    this.keys = keys;
    this.names = new Set(names);
  }

  seal(row: EncryptedRow, answers: Answers): EncryptedAnswers {
    const { keys, names } = this;
    if (!keys || names.size === 0) return answers;
    const sealed = Object.entries(answers).map(([name, value]) =>
      isEmpty(value) || !names.has(name)
        ? ([name, value] as const)
        : ([name, { sealed: keys.encrypt(padded(value), `${row}:${name}`).toString('base64') }] as const),
    );
    return Object.fromEntries(sealed);
  }

  /** @throws Error if an answer was changed, or moved from another row or name */
  open(row: EncryptedRow, stored: EncryptedAnswers): Answers {
    if (isOpen(stored)) return stored;
    return Object.fromEntries(
      Object.entries(stored).map(([name, value]) => [name, this.openValue(`${row}:${name}`, value)]),
    );
  }

  private openValue(place: string, value: AnswerValue | EncryptedValue): AnswerValue {
    if (!isSealed(value)) return value;
    if (!this.keys) throw new Error('DATA_KEY is missing.');
    const text = this.keys.decrypt(Buffer.from(value.sealed, 'base64'), place).toString();
    const answer: AnswerValue = JSON.parse(text);
    return answer;
  }

  /** Whether a row has a sensitive answer not sealed with the first key. */
  isBehind(stored: EncryptedAnswers): boolean {
    const newest = this.keys?.ids[0];
    return Object.entries(stored).some(([name, value]) =>
      isSealed(value)
        ? keyIdOf(Buffer.from(value.sealed, 'base64')) !== newest
        : newest !== undefined && this.names.has(name) && !isEmpty(value),
    );
  }

  sealPicture(fileKey: string, picture: Buffer): Buffer {
    return encryptBytes(this.keys, picture, pictureOf(fileKey));
  }

  openPicture(fileKey: string, stored: Buffer): Buffer {
    return decryptBytes(this.keys, stored, pictureOf(fileKey));
  }

  isPictureBehind(stored: Buffer): boolean {
    return this.keys !== undefined && encryptedWith(stored) !== this.keys.ids[0];
  }
}

/** Carries the encryption through the query builder into transactions; changes no query. */
class EncryptionPlugin implements KyselyPlugin {
  readonly sealing: AnswerEncryption;

  constructor(sealing: AnswerEncryption) {
    this.sealing = sealing;
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

const NOTHING_SEALED = new AnswerEncryption(undefined, []);

/** Attaches an encryption to a database for its stores. */
export function withEncryption<Tables>(db: Kysely<Tables>, sealing: AnswerEncryption): Kysely<Tables> {
  return db.withPlugin(new EncryptionPlugin(sealing));
}

/** Returns the encryption attached to a database. */
export function encryptionOf(db: Pick<Kysely<unknown>, 'getExecutor'>): AnswerEncryption {
  const plugin = db.getExecutor().plugins.findLast((each) => each instanceof EncryptionPlugin);
  return plugin?.sealing ?? NOTHING_SEALED;
}

function pictureOf(fileKey: string): string {
  return `picture:${fileKey}`;
}

function isSealed(value: AnswerValue | EncryptedValue): value is EncryptedValue {
  return typeof value === 'object' && 'sealed' in value;
}

function isOpen(stored: EncryptedAnswers): stored is Answers {
  return !Object.values(stored).some(isSealed);
}

function isEmpty(value: AnswerValue | EncryptedValue): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** Trailing blanks are ignored in JSON. */
function padded(value: AnswerValue): Buffer {
  const text = Buffer.from(JSON.stringify(value));
  const length = Math.ceil(text.length / PADDED_TO) * PADDED_TO;
  return Buffer.concat([text, Buffer.alloc(length - text.length, ' ')]);
}

/** Returns a row of an application with its answers decrypted. */
export function decryptedRow<Row extends { readonly studentId: string; readonly answers: EncryptedAnswers }>(
  db: Parameters<typeof encryptionOf>[0],
  row: Row,
): Omit<Row, 'answers'> & { readonly answers: Answers } {
  return { ...row, answers: encryptionOf(db).open(`application:${row.studentId}`, row.answers) };
}
