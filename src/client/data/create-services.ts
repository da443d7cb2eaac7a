import { createAccounts } from './accounts.ts';
import { createApplicationCalls } from './application-calls.ts';
import { createCall } from './call.ts';
import type { PartnerFiles } from './partner-files.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import { createQueryClient } from './query-client.ts';
import type { Services } from './services.ts';

/** What the services are made of: everything that a test replaces. */
export type Outside = {
  readonly fetch: typeof globalThis.fetch;
  readonly files: PartnerFiles;
  readonly partner: PartnerSettings;
  readonly isSignedIn: () => boolean;
  readonly now: () => Date;
  readonly nonce: string;
  /** Told when the server no longer knows the session. */
  readonly onUnauthorized: () => void;
};

/** Builds the services of one page load. */
export function createServices({ fetch, onUnauthorized, ...rest }: Outside): Services {
  const call = createCall(fetch, onUnauthorized);
  return {
    ...rest,
    accounts: createAccounts(call),
    application: createApplicationCalls(call),
    queryClient: createQueryClient(),
  };
}
