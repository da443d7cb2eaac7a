import { createContext, use } from 'react';
import type { Observable } from '#client/ui/observable.ts';
import type { Accounts } from './account-calls.ts';
import type { Call } from './call.ts';
import type { ApplicationCalls, ServiceCalls } from './application-calls.ts';
import type { DocumentCalls } from './document-calls.ts';
import type { Drafts } from '#client/saving/drafts.ts';
import type { LookupCalls } from './lookup-calls.ts';
import type { PartnerFiles } from './partner-files.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import type { OtherTabs } from './other-tabs.ts';

/** Dependencies of the screens: calls, compiled files, clock and session. */
export type Services = {
  /** Makes any call, for a screen that is loaded with calls of its own. */
  readonly call: Call;
  readonly accounts: Accounts;
  readonly application: ApplicationCalls;
  readonly documents: DocumentCalls;
  readonly lookup: LookupCalls;
  readonly service: ServiceCalls;
  readonly files: PartnerFiles;
  readonly partner: PartnerSettings;
  readonly isSignedIn: () => boolean;
  /** From now on nobody is signed in on this page, whatever cookie is left, until the next log-in. */
  readonly endSession: () => void;
  /** Typed answers that the server does not have. */
  readonly drafts: Drafts;
  readonly otherTabs: OtherTabs;
  /** Latest form hash reported by the server; '' before the first response. */
  readonly serverForm: Observable<string>;
  /** Calls the listener when the server no longer knows the session; returns how to stop listening. */
  readonly onUnauthorized: (listener: () => void) => () => void;
  /** Calls the listener with the server's sentence when a change came after the submission; returns how to stop. */
  readonly onSubmitted: (listener: (message: string) => void) => () => void;
  readonly now: () => Date;
  /** The server's time; before its first response, this machine's. */
  readonly serverNow: () => Date;
  /** Nonce of the page's Content-Security-Policy, for libraries that insert styles. */
  readonly nonce: string;
};

const ServicesContext = createContext<Services | undefined>(undefined);

export const ServicesProvider = ServicesContext.Provider;

/** The services of the page. @throws Error outside of a ServicesProvider */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('useServices: no ServicesProvider above this component; render it in App.');
  return services;
}
