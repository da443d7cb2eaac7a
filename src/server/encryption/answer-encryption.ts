import type { Kysely, KyselyPlugin } from 'kysely';
import type { Answers, AnswerValue } from '#form/definition/definition.ts';
import { keyIdOf, type DataKeys, decryptBytes, encryptBytes, encryptedWith } from './data-keys.ts';

/** An answer that is encrypted: no answer is an object. */
type EncryptedValue = { readonly sealed: string };

/** Answers as a row has them: those that are sensitive sealed. One that was emptied is not. */
export type EncryptedAnswers = Readonly<Record<string, AnswerValue | EncryptedValue>>;

/** Which of a student's rows: answers can be opened in that alone. */
export type EncryptedRow = `${'application' | 'submission' | 'prefill'}:${string}`;

/** Short answers are all of one length: "Yes" and "No" look alike. */
const PADDED_TO = 32;

/** Seals what is sensitive for the rows of a database, and opens it again. */
export class AnswerEncryption {
  readonly keys: DataKeys | undefined;
  /** The names of the answers that are sealed. */
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

  /** @throws Error where an answer was changed, or brought from another row or name */
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

  /** Whether a row has an answer that is sensitive and not sealed with the first key. */
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

/** Rides on the query builder into every transaction; it changes no query. */
class EncryptionPlugin implements KyselyPlugin {
  readonly sealing: AnswerEncryption;

  constructor(sealing: AnswerEncryption) {
    this.sealing = sealing;
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node;
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

const NOTHING_SEALED = new AnswerEncryption(undefined, []);

/** The database with what its stores seal with. */
export function withEncryption<Tables>(db: Kysely<Tables>, sealing: AnswerEncryption): Kysely<Tables> {
  return db.withPlugin(new EncryptionPlugin(sealing));
}

/** What the stores of a database seal with. */
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

/** Blanks at the end of JSON mean nothing. */
function padded(value: AnswerValue): Buffer {
  const text = Buffer.from(JSON.stringify(value));
  const length = Math.ceil(text.length / PADDED_TO) * PADDED_TO;
  return Buffer.concat([text, Buffer.alloc(length - text.length, ' ')]);
}

/** A row of an application as it was read, its answers opened. */
export function decryptedRow<Row extends { readonly studentId: string; readonly answers: EncryptedAnswers }>(
  db: Parameters<typeof encryptionOf>[0],
  row: Row,
): Omit<Row, 'answers'> & { readonly answers: Answers } {
  return { ...row, answers: encryptionOf(db).open(`application:${row.studentId}`, row.answers) };
}
