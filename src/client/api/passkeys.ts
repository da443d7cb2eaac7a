import {
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type * as Api from '#generated/api.ts';
import { type Call, RequestError } from './call.ts';
import type { Services } from './services.ts';
import { say, passkeyTexts } from '#texts/say.ts';
import { repeat } from '../ui/schedule.ts';

/** Milliseconds the browser waits for the student. */
const TIMEOUT = 300_000;

/** Milliseconds before a waiting challenge is renewed; it expires after ten minutes. */
const CHALLENGE_AGAIN = 8 * 60_000;

type LogInServices = Pick<Services, 'accounts' | 'call'>;

/** Logs in with a passkey via browser dialog. @throws RequestError when canceled or unknown */
export async function logInWithPasskey(services: LogInServices): Promise<void> {
  const request = await challenge(services.call);
  const signed = await sign(request, false).catch(() => stopped());
  await sendSigned(services, request, signed);
}

/** Offers passkeys in autofill until aborted; `onChosen` receives the log-in. */
export function offerPasskeys(
  services: LogInServices,
  onChosen: (logIn: () => Promise<void>) => void,
  signal: AbortSignal,
): void {
  const offer = async (): Promise<void> => {
    const request = await challenge(services.call);
    const signed = await sign(request, true);
    if (!signal.aborted) onChosen(() => sendSigned(services, request, signed));
  };
  // Runs in the background, so failures and cancellations are ignored.
  const start = (): void => void offer().catch(() => undefined);
  start();
  const stop = repeat(CHALLENGE_AGAIN, start);
  signal.addEventListener('abort', () => {
    stop();
    WebAuthnAbortService.cancelCeremony();
  });
}

/**
 * Creates a passkey for the logged-in student.
 * @throws RequestError with `errors` if the password is wrong or needed, without them if canceled
 */
export async function addPasskey(call: Call, password?: string): Promise<Api.PostPasskeysAnswer> {
  const proof: Api.PostPasskeyOptionsBody = password === undefined ? {} : { password };
  const { options } = await call<Api.PostPasskeyOptionsAnswer>('POST', '/api/passkey-options', {
    body: proof,
  });
  const { id, response } = await create(options);
  const body: Api.PostPasskeysBody = {
    id,
    client_data: response.clientDataJSON,
    attestation_object: response.attestationObject,
  };
  return call('POST', '/api/passkeys', { body });
}

function challenge(call: Call): Promise<Api.PostPasskeyChallengeAnswer> {
  return call('POST', '/public/passkey-challenge');
}

type Signed = Awaited<ReturnType<typeof startAuthentication>>;

function sign(request: Api.PostPasskeyChallengeAnswer, useBrowserAutofill: boolean): Promise<Signed> {
  const { challenge: text, rp_id: rpId } = request;
  const optionsJSON = { challenge: text, rpId, timeout: TIMEOUT, userVerification: 'required' } as const;
  return startAuthentication({ optionsJSON, useBrowserAutofill });
}

async function sendSigned(
  { accounts }: LogInServices,
  { rp_id: rpID }: Api.PostPasskeyChallengeAnswer,
  { id, response }: Signed,
): Promise<void> {
  try {
    await accounts.logInWithPasskey({
      id,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
      user_handle: response.userHandle ?? '',
    });
  } catch (error) {
    const isUnknown = error instanceof RequestError && error.body['unknown_passkey'] === true;
    // For example removed in the account: tell the browser, if supported.
    if (isUnknown)
      await sendSignal({ signalName: 'unknownCredential', rpID, credentialID: id }).catch(() => undefined);
    throw error;
  }
}

async function create(optionsJSON: Api.PostPasskeyOptionsAnswer['options']) {
  try {
    return await startRegistration({ optionsJSON });
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new RequestError('refused', say(isKnown ? passkeyTexts.hereAlready : passkeyTexts.notAdded));
  }
}

/** Browsers do not reveal the reason. */
function stopped(): never {
  throw new RequestError('refused', say(passkeyTexts.stopped));
}
