import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** Keys from the environment for encryption at rest. The first encrypts, all decrypt. */
export type DataKeys = {
  /** Public IDs of the keys. The first is that of the encrypting key. */
  readonly ids: readonly string[];
  /** @param place storage location, the only one where it can be decrypted */
  encrypt(plain: Buffer, place: string): Buffer;
  /** Returns a keyed hash (HMAC-SHA-256): without the key, nobody can try what was hashed. */
  hash(text: string): Buffer;
  /** @throws Error if the key is missing, or the data was changed, moved or truncated */
  decrypt(encrypted: Buffer, place: string): Buffer;
};

/** Encrypted bytes: key ID, nonce, AES-256-GCM tag, ciphertext. */
const ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = ID_BYTES + NONCE_BYTES + TAG_BYTES;
const CIPHER = 'aes-256-gcm';

/** Creates keys from 32 bytes each; undefined without keys. */
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
    hash: (text) => createHmac('sha256', first).update(text).digest(),
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

/** Returns the ID of the key that encrypted the bytes. */
export function keyIdOf(encrypted: Buffer): string {
  return encrypted.subarray(0, ID_BYTES).toString('hex');
}

function idOf(key: Buffer): Buffer {
  return createHash('sha256').update('data key').update(key).digest().subarray(0, ID_BYTES);
}

/** Prefix of encrypted files and pictures, different from all accepted file types. */
const MARK = Buffer.from('MATRICULA-AES\n');

/** Encrypts a file or picture for one place. */
export function encryptBytes(keys: DataKeys | undefined, plain: Buffer, place: string): Buffer {
  return keys ? Buffer.concat([MARK, keys.encrypt(plain, place)]) : plain;
}

/** Decrypts bytes; returns unencrypted ones unchanged. */
export function decryptBytes(keys: DataKeys | undefined, stored: Buffer, place: string): Buffer {
  const id = encryptedWith(stored);
  // Without the key it is a student's file that begins with the prefix.
  if (!keys || id === undefined || !keys.ids.includes(id)) return stored;
  return keys.decrypt(stored.subarray(MARK.length), place);
}

/** Returns the key ID of encrypted bytes; undefined if not encrypted. */
export function encryptedWith(stored: Buffer): string | undefined {
  const isMarked = stored.subarray(0, MARK.length).equals(MARK);
  return isMarked ? keyIdOf(stored.subarray(MARK.length)) : undefined;
}
