import type { Page } from '@playwright/test';

/** A device's screen lock, as seen by a page. */
export type VirtualAuthenticator = {
  /** Whether the student responds to prompts from now on. */
  setUserPresent(isThere: boolean): Promise<void>;
};

/** Adds a virtual authenticator to a page's browser, like a phone or a laptop with a screen lock. */
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
    async setUserPresent(enabled) {
      await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}
