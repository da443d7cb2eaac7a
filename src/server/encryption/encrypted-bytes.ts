import { keyIdOf, type DataKeys } from './data-keys.ts';

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
