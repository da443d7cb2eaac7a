import { createListeners, Observable } from '../ui/observable.ts';
import { createAccounts } from './account-calls.ts';
import { createApplicationCalls, createServiceCalls } from './application-calls.ts';
import { createCall } from './call.ts';
import { createDocumentCalls } from './document-calls.ts';
import { isUnauthorized } from './request-error.ts';
import type { SendForm } from './send-form.ts';
import { createLookupCalls } from './lookup-calls.ts';
import { createServerClock } from './server-clock.ts';
import type { Services } from './services.ts';

/** What the services are made of: everything that a test replaces. */
export type ServiceDependencies = Pick<
  Services,
  'files' | 'partner' | 'isSignedIn' | 'drafts' | 'otherTabs' | 'now' | 'nonce'
> & {
  readonly fetch: typeof globalThis.fetch;
  readonly sendForm: SendForm;
};

/** Builds the services of one page load. */
export function createServices({ fetch, sendForm, ...rest }: ServiceDependencies): Services {
  const unauthorized = createListeners();
  const submitted = createListeners<string>();
  const serverForm = new Observable('');
  const serverClock = createServerClock(rest.now);
  let sessions = 0;
  /** Why a call was refused that an earlier session made says nothing about the present one. */
  const fetchNow: typeof fetch = async (...request) => {
    const session = sessions;
    const sent = rest.now();
    const response = await fetch(...request);
    serverClock.note(response.headers.get('date'), sent, rest.now());
    return session === sessions || response.ok ? response : Response.error();
  };
  const call = createCall(
    fetchNow,
    (error) => {
      if (isUnauthorized(error)) unauthorized.notify();
      else submitted.notify(error.message);
    },
    serverForm.set,
  );
  const accounts = createAccounts(call);
  // Without a connection a session ends for the page alone: its cookie stays, and must open nothing any more.
  let hasEnded = false;
  rest.otherTabs.listen((message) => {
    if (message.kind === 'ended') rest.drafts.loggedOutElsewhere(message.message !== undefined);
    if (message.kind !== 'opened') return;
    hasEnded = false;
    rest.drafts.openedElsewhere(message.username);
  });
  const begin = <Answer>(answer: Answer): Answer => {
    hasEnded = false;
    return answer;
  };
  return {
    ...rest,
    call,
    isSignedIn: () => !hasEnded && rest.isSignedIn(),
    endSession() {
      hasEnded = true;
      sessions += 1;
    },
    accounts: {
      ...accounts,
      logIn: (credentials) => accounts.logIn(credentials).then(begin),
      logInWithPasskey: (signed) => accounts.logInWithPasskey(signed).then(begin),
    },
    application: createApplicationCalls(call),
    service: createServiceCalls(call),
    documents: createDocumentCalls(call, sendForm),
    lookup: createLookupCalls(call),
    serverForm,
    serverNow: serverClock.now,
    onUnauthorized: unauthorized.add,
    onSubmitted: submitted.add,
  };
}
