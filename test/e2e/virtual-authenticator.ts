import type { Page } from '@playwright/test';

/** The screen lock of a device, as far as a page meets it. */
export type VirtualAuthenticator = {
  /** From now on the student looks, or puts a finger on it, when they are asked; else they do nothing. */
  setIsThere(isThere: boolean): Promise<void>;
};

/** Gives the browser of a page a device that can keep passkeys, as a phone or a laptop with a screen lock can. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return {
    async setIsThere(enabled) {
      await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}
