import type { DataKeys } from '../encryption/data-keys.ts';
import { decryptBytes, encryptBytes, encryptedWith } from '../encryption/encrypted-bytes.ts';
import type { UploadForms } from './disk-files.ts';
import type { FileStore } from './file-store.ts';

/** A store on this server's disk, or on another. */
type PlainFiles = FileStore & { readonly forms?: UploadForms; readonly uploadOrigin?: string };

type EncryptedFiles = PlainFiles & {
  /** Encrypts a file with the newest key; false when there is nothing to do. */
  readonly renew: (key: string) => Promise<boolean>;
};

/**
 * A store whose files are encrypted, each for its own key. What a browser posts to a bucket is there as it was sent until
 * its document is recorded; what this server takes is encrypted at once.
 */
export function createEncryptedFiles(files: PlainFiles, keys: DataKeys): EncryptedFiles {
  const { forms } = files;
  const encrypted = (key: string, bytes: Uint8Array): Buffer =>
    encryptBytes(keys, Buffer.from(bytes), placeOf(key));
  const read = async (key: string): Promise<Buffer | undefined> => {
    const stored = await files.read(key);
    return stored && decryptBytes(keys, stored, placeOf(key));
  };
  return {
    ...files,
    read,
    write: (key, bytes) => files.write(key, encrypted(key, bytes)),
    size: async (key) => (await read(key))?.length,
    ...(forms && { forms: { ...forms, add: (key, bytes) => forms.add(key, encrypted(key, bytes)) } }),
    async renew(key) {
      const stored = await files.read(key);
      if (stored === undefined || encryptedWith(stored) === keys.ids[0]) return false;
      await files.write(key, encrypted(key, decryptBytes(keys, stored, placeOf(key))));
      return true;
    },
  };
}

function placeOf(key: string): string {
  return `file:${key}`;
}
