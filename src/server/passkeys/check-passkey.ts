import type { PostPasskeyLoginBody, PostPasskeyOptionsAnswer, PostPasskeysBody } from '#generated/api.ts';
import type { StoredPasskey } from '#server/student-tables/passkey-store.ts';

/** The relying party: a host, and the origin of its pages. */
export type PasskeySite = { readonly origin: string; readonly host: string; readonly name: string };

type Site = Pick<PasskeySite, 'origin' | 'host'>;
type TakeChallenge = (challenge: string) => Promise<boolean>;

/** Supported by every browser: Ed25519, P-256 and RSA with SHA-256 (COSE). */
const ALGORITHMS = [-8, -7, -257];

type NewPasskeyFor = {
  readonly site: PasskeySite;
  readonly studentId: string;
  readonly username: string;
  /** The student's existing passkeys, so that no device gets two. */
  readonly known: readonly Pick<StoredPasskey, 'credentialId'>[];
  readonly challenge: Uint8Array;
  readonly timeout: number;
};

/** Loads the verifier at its first use, since it takes a sixth of a server's start. */
const verifier = () => import('@simplewebauthn/server');

/** Creation options: a discoverable credential with user verification. */
export function newPasskeyOptions(wanted: NewPasskeyFor): PostPasskeyOptionsAnswer['options'] {
  const { site, studentId, username, known, challenge, timeout } = wanted;
  return {
    rp: { id: site.host, name: site.name },
    user: { id: base64(Buffer.from(studentId)), name: username, displayName: username },
    challenge: base64(challenge),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout,
    attestation: 'none',
    excludeCredentials: known.map(({ credentialId: id }) => ({ id, type: 'public-key' })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** Verifies a new passkey. @returns undefined if it is invalid for this challenge and site */
export async function checkNewPasskey(
  { origin, host }: Site,
  { id, client_data, attestation_object }: PostPasskeysBody,
  takeChallenge: TakeChallenge,
) {
  const { verifyRegistrationResponse } = await verifier();
  try {
    if (!(await hasNoCertificates(attestation_object))) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: client_data, attestationObject: attestation_object },
        clientExtensionResults: {},
      },
      expectedChallenge: takeChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined || registrationInfo.credential.id !== id) return undefined;
    const { publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey, counter };
  } catch {
    // The library throws for any invalid input.
    return undefined;
  }
}

/** Whether an attestation has no certificates, whose addresses the library would fetch. */
async function hasNoCertificates(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestation, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** Verifies the signature of a log-in. @returns its counter; undefined if it is invalid or counted backwards */
export async function checkPasskey(
  { origin, host }: Site,
  passkey: StoredPasskey,
  { id, client_data, authenticator_data, signature, user_handle }: PostPasskeyLoginBody,
  takeChallenge: TakeChallenge,
): Promise<number | undefined> {
  // A passkey names its owner; another student's grants no access.
  if (Buffer.from(user_handle, 'base64url').toString() !== passkey.account.id) return undefined;
  const { verifyAuthenticationResponse } = await verifier();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: takeChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
