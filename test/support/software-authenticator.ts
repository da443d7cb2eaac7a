import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PostPasskeyLoginBody, PostPasskeyOptionsAnswer, PostPasskeysBody } from '#generated/api.ts';

/** Deviations of an attacker or a broken device from the request. */
type Deviations = {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
  /** Includes an attestation certificate in the older format (`fido-u2f`). */
  readonly isAttested?: boolean;
};

type RequestOptions = PostPasskeyOptionsAnswer['options'];

/** A device with one passkey (Web Authentication, 6), implemented explicitly. */
export type SoftwareAuthenticator = {
  /** Creates the passkey. */
  register(options: RequestOptions, instead?: Deviations): PostPasskeysBody;
  /** Signs a log-in. */
  logIn(options: { readonly challenge: string }, instead?: Deviations): PostPasskeyLoginBody;
  /** A clone of the device with its key, as a thief might have. */
  copy(): SoftwareAuthenticator;
};

type Device = { key: KeyObject; publicKey: KeyObject; id: Buffer; counter: number; userHandle: string };

/** X.509 certificate for a P-256 key of "maker". */
const CERTIFICATE = `
  MIIBdzCCAR2gAwIBAgIUIcgH1cvtObVC6VI1pexnQioBp0EwCgYIKoZIzj0EAwIwEDEOMAwGA1UEAwwFbWFrZXIwIBcNMjYxMTIy
  MjMzMjU1WhgPMjEyNjEwMjkyMzMyNTVaMBAxDjAMBgNVBAMMBW1ha2VyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEA7T9+eDb
  ++WtZPuU1NdN8qhREnfsSIlyv1IzcOXZZVrS5yZAH2fa+eUuT1tkTBqXIOU9neDSjbXk+92MeB4JSaNTMFEwHQYDVR0OBBYEFKBT
  pmi8cvG8xzqFxl0GsPSyr/43MB8GA1UdIwQYMBaAFKBTpmi8cvG8xzqFxl0GsPSyr/43MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
  zj0EAwIDSAAwRQIgUK06wxZLnbyz4asMrhC5++6A+/GUHHtOnHt2RGSEF4oCIQCbDmN/tQLWHWNtmH8wBEv5eb9aFqI8TsE4i01p
  LJm8UA==
`;

const COSE_ES256 = { type: 2, algorithm: -7, curve: 1 };

/** @param origin of the passkey's site */
export function createSoftwareAuthenticator(origin: string, given?: Device): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const device = given ?? { key: privateKey, publicKey, id: randomBytes(16), counter: 0, userHandle: '' };
  const host = new URL(origin).hostname;
  const clientData = (type: string, challenge: string, instead: Deviations): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: instead.type ?? type,
        challenge: instead.challenge ?? challenge,
        origin: instead.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const data = (instead: Deviations, credential?: Buffer): Buffer => {
    const { isVerified = true, counter = (device.counter += 1) } = instead;
    const flags = 1 | (isVerified ? 4 : 0) | (credential ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      sha256(Buffer.from(instead.host ?? host)),
      Buffer.from([flags]),
      count,
      credential ?? Buffer.alloc(0),
    ]);
  };
  return {
    register(options, instead = {}) {
      device.userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(device.id.length);
      const credential = Buffer.concat([
        Buffer.alloc(16),
        length,
        device.id,
        cosePublicKey(device.publicKey),
      ]);
      const client = clientData('webauthn.create', options.challenge, instead);
      const authenticator = data(instead, credential);
      const signed = [Buffer.from([0]), authenticator.subarray(0, 32), sha256(client), device.id];
      const point = pointOf(device.publicKey);
      const statement = new Map<string, unknown>(
        instead.isAttested
          ? [
              ['sig', Uint8Array.from(sign('sha256', Buffer.concat([...signed, point]), device.key))],
              ['x5c', [certificateOf(point)]],
            ]
          : [],
      );
      const attestation = new Map<string, unknown>([
        ['fmt', instead.isAttested ? 'fido-u2f' : 'none'],
        ['attStmt', statement],
        ['authData', Uint8Array.from(authenticator)],
      ]);
      return {
        id: device.id.toString('base64url'),
        client_data: client.toString('base64url'),
        attestation_object: Buffer.from(isoCBOR.encode(Object(attestation))).toString('base64url'),
      };
    },
    logIn({ challenge }, instead = {}) {
      const client = clientData('webauthn.get', challenge, instead);
      const authenticator = data(instead);
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(client)]), device.key);
      return {
        id: device.id.toString('base64url'),
        client_data: client.toString('base64url'),
        authenticator_data: authenticator.toString('base64url'),
        signature: signature.toString('base64url'),
        user_handle: instead.userHandle ?? device.userHandle,
      };
    },
    copy: () => createSoftwareAuthenticator(origin, { ...device }),
  };
}

function cosePublicKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const { type, algorithm, curve } = COSE_ES256;
  const cose = new Map<number, unknown>([
    [1, type],
    [3, algorithm],
    [-1, curve],
    [-2, bytesOf(x)],
    [-3, bytesOf(y)],
  ]);
  return isoCBOR.encode(Object(cose));
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64url'));
}

/** Uncompressed point. */
function pointOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

/** A certificate for a key; its own signature is not checked. */
function certificateOf(point: Buffer): Uint8Array {
  const certificate = Buffer.from(CERTIFICATE, 'base64');
  point.copy(certificate, certificate.indexOf(Buffer.from([3, 0x42, 0, 4])) + 3);
  return Uint8Array.from(certificate);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
