/** Encrypts values to text and decrypts them. */
export type DraftCipher = {
  readonly encrypt: (value: unknown) => Promise<string>;
  /** Resolves to undefined for a wrong key or modified text. */
  readonly decrypt: (text: string) => Promise<unknown>;
};

/** IV length recommended by NIST SP 800-38D for GCM; random per text. */
const IV_BYTES = 12;

/** Creates an AES-GCM cipher. */
export function createDraftCipher(key: CryptoKey): DraftCipher {
  const { subtle } = crypto;
  return {
    async encrypt(value) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      const encrypted = await subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
      return `${toText(iv)}.${toText(new Uint8Array(encrypted))}`;
    },
    async decrypt(text) {
      const [iv = '', encrypted = ''] = text.split('.');
      try {
        const algorithm = { name: 'AES-GCM', iv: toBytes(iv) };
        const plain = await subtle.decrypt(algorithm, key, toBytes(encrypted));
        return JSON.parse(new TextDecoder().decode(plain));
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Imports a student's key as non-extractable.
 *
 * @param key 256 bits in base64url
 */
export function importStudentKey(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', toBytes(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Generates a non-extractable key. */
export function generateBrowserKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

const KEYS = 'keys';
const VISITOR_KEY = 'visitor';

/**
 * Reads this browser's key from IndexedDB, creating it on first use.
 * Visitors have no account to store a key. All tabs share this one.
 */
export async function loadBrowserKey(): Promise<CryptoKey> {
  const fresh = await generateBrowserKey();
  const database = await openDatabase();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(KEYS, 'readwrite');
    const keys = transaction.objectStore(KEYS);
    const found = keys.get(VISITOR_KEY);
    let key = fresh;
    found.addEventListener('success', () => {
      if (found.result instanceof CryptoKey) key = found.result;
      else keys.put(fresh, VISITOR_KEY);
    });
    transaction.addEventListener('complete', () => {
      database.close();
      resolve(key);
    });
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB aborted.')));
  });
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('matricula', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(KEYS));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('IndexedDB cannot be opened.')),
    );
  });
}

function toText(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Decodes base64 or base64url. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
