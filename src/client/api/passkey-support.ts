import { pause } from '../ui/schedule.ts';

/** Key of the query for passkeys, refetched when one changes. */
export const PASSKEYS = ['passkeys'];

/** A device that does not answer holds nobody up. */
const ANSWERS_WITHIN = 300;

/** Whether this browser supports passkeys on this host, which needs a name. */
export function hasPasskeys(): boolean {
  // The build renders the card for browsers that can, as nearly all do.
  if (typeof window === 'undefined') return true;
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Whether the device itself can keep a passkey, behind its screen lock. */
export async function hasScreenLock(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  return Promise.race([
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false),
    pause(ANSWERS_WITHIN).then(() => false),
  ]);
}

/** Whether the browser can name passkeys where it fills in an address. */
export async function offersPasskeys(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false);
}
