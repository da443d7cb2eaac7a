import { createListeners, Observable } from '../ui/observable.ts';
import { createAccounts } from './account-calls.ts';
import { createApplicationCalls } from './application-calls.ts';
import { createCall, type TakePrefetched, isUnauthorized, type RequestError } from './call.ts';
import type { Services } from './services.ts';

/** Service dependencies, replaced by tests. */
export type ServiceDependencies = Pick<
  Services,
  | 'files'
  | 'partner'
  | 'isSignedIn'
  | 'dropSession'
  | 'drafts'
  | 'otherTabs'
  | 'now'
  | 'nonce'
  | 'nextDeadline'
  | 'sendForm'
> & {
  /** Mark of the student who is logged in in this browser; '' without one. */
  readonly sessionMark: () => string;
  readonly fetch: typeof globalThis.fetch;
  readonly takePrefetched?: TakePrefetched;
};

/** Response header with the form hash, for calls about an application. */
const FORM_HEADER = 'x-form';

/** Creates the services of one page load. */
export function createServices({ fetch, takePrefetched, ...rest }: ServiceDependencies): Services {
  const unauthorized = createListeners();
  const submitted = createListeners<string>();
  const serverForm = new Observable('');
  const serverClock = createServerClock(rest.now);
  let sessions = 0;
  const onEnd = (error: RequestError): void => {
    if (isUnauthorized(error)) unauthorized.notify();
    else submitted.notify(error.message);
  };
  const onSend = () => {
    const session = sessions;
    const sent = rest.now();
    return (response: Response): Response => {
      serverClock.note(response.headers.get('date'), sent, rest.now());
      // Ignore failures of calls from an earlier session.
      if (session !== sessions && !response.ok) return Response.error();
      const form = response.headers.get(FORM_HEADER);
      if (form) serverForm.set(form);
      return response;
    };
  };
  let mark = '';
  const call = createCall(fetch, onEnd, { onSend, takePrefetched, mark: () => mark });
  const accounts = createAccounts(call);
  // The cookie of somebody who logged in in another tab must not count here.
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
    startSession() {
      mark = rest.sessionMark();
    },
    endSession() {
      hasEnded = true;
      sessions += 1;
      mark = '';
    },
    accounts: {
      ...accounts,
      logIn: (credentials) => accounts.logIn(credentials).then(begin),
      logInWithPasskey: (signed) => accounts.logInWithPasskey(signed).then(begin),
    },
    application: createApplicationCalls(call),
    serverForm,
    serverNow: serverClock.now,
    onUnauthorized: unauthorized.add,
    onSubmitted: submitted.add,
  };
}

/** The Date header has a resolution of one second. */
const HALF_SECOND_MS = 500;

type ServerClock = {
  /** Server time; local time before the first response. */
  readonly now: () => Date;
  /** Reads a `Date` header, with the local send and receive times. */
  readonly note: (date: string | null, sent: Date, received: Date) => void;
};

/** Estimates server time, since a phone's clock can be hours off. */
export function createServerClock(now: () => Date): ServerClock {
  let ahead = 0;
  return {
    now: () => new Date(now().getTime() + ahead),
    note(date, sent, received) {
      const shown = Date.parse(date ?? '');
      if (Number.isNaN(shown)) return;
      ahead = shown + HALF_SECOND_MS - (sent.getTime() + received.getTime()) / 2;
    },
  };
}
