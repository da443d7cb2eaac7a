import type { ServerSecret } from '#server/storage/server-secret.ts';
import type { FoundAddress } from './address-provider.ts';

/**
 * The id of a suggested address is the address itself under the server's signature: nothing is stored, every process
 * on the same database can read it, and what somebody made up is not read.
 */
export type AddressIds = {
  sign(address: FoundAddress): string;
  /** Undefined when the server has not signed it. */
  read(id: string): FoundAddress | undefined;
};

const SIGNATURE_BYTES = 16;

/** @param secret the server's own; the signature is good for addresses alone */
export function createAddressIds(secret: ServerSecret): AddressIds {
  return {
    sign({ address_line_1, address_line_2, city, state, zip, country }) {
      const parts = [address_line_1, address_line_2, city, state, zip, country];
      const payload = Buffer.from(JSON.stringify(parts)).toString('base64url');
      return `${payload}.${secret.sign(messageOf(payload), SIGNATURE_BYTES).toString('base64url')}`;
    },
    read(id) {
      const [payload = '', signature = ''] = id.split('.');
      const given = Buffer.from(signature, 'base64url');
      if (!secret.isSigned(messageOf(payload), given, SIGNATURE_BYTES)) return undefined;
      return addressOf(JSON.parse(Buffer.from(payload, 'base64url').toString()));
    },
  };
}

function messageOf(payload: string): string {
  return `address:${payload}`;
}

function addressOf(parts: unknown): FoundAddress | undefined {
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string')) return undefined;
  const [address_line_1 = '', address_line_2 = '', city = '', state = '', zip = '', country = ''] = parts;
  return { address_line_1, address_line_2, city, state, zip, country };
}
