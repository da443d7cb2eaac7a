/** Turns values into texts that say nothing without the key, and back. */
export type KeptCipher = {
  readonly encrypt: (value: unknown) => Promise<string>;
  /** Undefined for what was encrypted with another key, or changed since. */
  readonly decrypt: (text: string) => Promise<unknown>;
};

/** As NIST SP 800-38D recommends for GCM: random, another one for each text. */
const IV_BYTES = 12;

/**
 * AES-GCM with a key that no script can read out of it again.
 *
 * @param key 256 bits in base64url
 */
export async function createKeptCipher(key: string): Promise<KeptCipher> {
  const { subtle } = crypto;
  const cryptoKey = await subtle.importKey('raw', toBytes(key), 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    async encrypt(value) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const plain = new TextEncoder().encode(JSON.stringify(value));
      const encrypted = await subtle.encrypt({ name: 'AES-GCM', iv }, cryptoKey, plain);
      return `${toText(iv)}.${toText(new Uint8Array(encrypted))}`;
    },
    async decrypt(text) {
      const [iv = '', encrypted = ''] = text.split('.');
      try {
        const algorithm = { name: 'AES-GCM', iv: toBytes(iv) };
        const plain = await subtle.decrypt(algorithm, cryptoKey, toBytes(encrypted));
        return JSON.parse(new TextDecoder().decode(plain));
      } catch {
        return undefined;
      }
    },
  };
}

function toText(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** Of base64 in either alphabet. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
