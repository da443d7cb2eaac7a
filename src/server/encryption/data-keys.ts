import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** The keys of the environment, with which the most sensitive is encrypted at rest: the first encrypts, all decrypt. */
export type DataKeys = {
  /** Marks by which the keys are known; they give nothing away. The first is that of the key that encrypts. */
  readonly ids: readonly string[];
  /** @param place where it is stored: it can be decrypted there alone */
  encrypt(plain: Buffer, place: string): Buffer;
  /** @throws Error where the key is missing, or anything was changed, moved or cut */
  decrypt(encrypted: Buffer, place: string): Buffer;
};

/** Encrypted bytes: the mark of the key, the nonce, the tag of AES-256-GCM, the text. */
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = ID_BYTES + NONCE_BYTES + TAG_BYTES;
const CIPHER = 'aes-256-gcm';

/** Of 32 bytes each; undefined where there is none. */
export function createDataKeys(keys: readonly Buffer[]): DataKeys | undefined {
  const [first] = keys;
  if (first === undefined) return undefined;
  const byId = new Map(keys.map((key) => [idOf(key).toString('hex'), key]));
  return {
    ids: [...byId.keys()],
    encrypt(plain, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first, nonce).setAAD(Buffer.from(place));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([idOf(first), nonce, cipher.getAuthTag(), text]);
    },
    decrypt(encrypted, place) {
      const id = keyIdOf(encrypted);
      const key = byId.get(id);
      if (key === undefined || encrypted.length < HEAD_BYTES)
        throw new Error(`DATA_KEY lacks the key "${id}".`);
      const nonce = encrypted.subarray(ID_BYTES, ID_BYTES + NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce)
        .setAAD(Buffer.from(place))
        .setAuthTag(encrypted.subarray(ID_BYTES + NONCE_BYTES, HEAD_BYTES));
      return Buffer.concat([decipher.update(encrypted.subarray(HEAD_BYTES)), decipher.final()]);
    },
  };
}

/** The mark of the key with which bytes were encrypted. */
export function keyIdOf(encrypted: Buffer): string {
  return encrypted.subarray(0, ID_BYTES).toString('hex');
}

function idOf(key: Buffer): Buffer {
  return createHash('sha256').update('data key').update(key).digest().subarray(0, ID_BYTES);
}

/** What encrypted files and pictures begin with; no kind of file that students send does. */
const MARK = Buffer.from('MATRICULA-AES\n');

/** Encrypts a file or a picture for one place. */
export function encryptBytes(keys: DataKeys | undefined, plain: Buffer, place: string): Buffer {
  return keys ? Buffer.concat([MARK, keys.encrypt(plain, place)]) : plain;
}

/** What was encrypted, decrypted; what never was, as it is. */
export function decryptBytes(keys: DataKeys | undefined, stored: Buffer, place: string): Buffer {
  const id = encryptedWith(stored);
  // Without the key it is a file of somebody who knows the mark.
  if (!keys || id === undefined || !keys.ids.includes(id)) return stored;
  return keys.decrypt(stored.subarray(MARK.length), place);
}

/** The mark of the key that bytes are encrypted with; undefined where they are not. */
export function encryptedWith(stored: Buffer): string | undefined {
  const isMarked = stored.subarray(0, MARK.length).equals(MARK);
  return isMarked ? keyIdOf(stored.subarray(MARK.length)) : undefined;
}
