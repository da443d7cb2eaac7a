import { createContext, use } from 'react';
import type { Observable } from '#client/ui/observable.ts';
import type { Accounts } from './account-calls.ts';
import type { Call } from './call.ts';
import type { ApplicationCalls } from './application-calls.ts';
import type { Drafts } from '#client/saving/drafts.ts';
import type { PartnerFiles } from './partner-files.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import type { OtherTabs } from './other-tabs.ts';
import type { SendForm } from './send-form.ts';

/** Dependencies of the screens: calls, compiled files, clock and session. */
export type Services = {
  /** Makes any call, for lazily loaded screens. */
  readonly call: Call;
  readonly accounts: Accounts;
  readonly application: ApplicationCalls;
  /** Sends files; XMLHttpRequest if absent. */
  readonly sendForm?: SendForm;
  readonly files: PartnerFiles;
  readonly partner: PartnerSettings;
  readonly isSignedIn: () => boolean;
  /** Logs out this browser without the server, which then refuses the remaining cookie. */
  readonly dropSession: () => void;
  /** Begins calls for the student who is logged in now; the server refuses them once somebody else is. */
  readonly startSession: () => void;
  /** Ends the session on this page until the next log-in. Ignores remaining cookies. */
  readonly endSession: () => void;
  /** Answers not stored on the server. */
  readonly drafts: Drafts;
  readonly otherTabs: OtherTabs;
  /** Latest form hash reported by the server; '' before the first response. */
  readonly serverForm: Observable<string>;
  /** Reports that the server no longer knows the session. Returns an unsubscribe function. */
  readonly onUnauthorized: (listener: () => void) => () => void;
  /** Reports a change refused after submission, with the message. Returns an unsubscribe function. */
  readonly onSubmitted: (listener: (message: string) => void) => () => void;
  readonly now: () => Date;
  /** Server time; local time before the first response. */
  readonly serverNow: () => Date;
  /** CSP nonce, for libraries that insert styles. */
  readonly nonce: string;
  /** The next deadline of all when the page was loaded; '' if there is none. */
  readonly nextDeadline: string;
};

const ServicesContext = createContext<Services | undefined>(undefined);

export const ServicesProvider = ServicesContext.Provider;

/** Returns the page's services. @throws Error outside of a ServicesProvider */
export function useServices(): Services {
  const services = use(ServicesContext);
  if (!services) throw new Error('useServices: no ServicesProvider above this component; render it in App.');
  return services;
}
