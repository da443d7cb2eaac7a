import { pause } from '../ui/schedule.ts';

/** Query key for passkeys, refetched on changes. */
export const PASSKEYS = ['passkeys'];

/** Milliseconds to wait for the device. */
const ANSWERS_WITHIN = 300;

/** Whether browser and host support passkeys; the host needs a name. */
export function hasPasskeys(): boolean {
  // The build prerenders for capable browsers, which nearly all are.
  if (typeof window === 'undefined') return true;
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Whether the device can store a passkey behind its screen lock. */
export async function hasScreenLock(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  return Promise.race([
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false),
    pause(ANSWERS_WITHIN).then(() => false),
  ]);
}

/** Whether the browser offers passkeys in autofill. */
export async function offersPasskeys(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false);
}
