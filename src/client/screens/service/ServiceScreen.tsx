import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SpinnerScreen } from '#client/ui/Spinner.tsx';
import { createQueryClient } from '#client/api/query-client.ts';
import { RequestError } from '#client/api/request-error.ts';
import { useServices } from '#client/api/services.ts';
import { openServiceView } from './open-service-view.ts';
import { PrintedApplication } from './PrintedApplication.tsx';
import { useTitle } from '../ScreenHeading.tsx';
import { say, printTexts } from '#texts/say.ts';
import './service.css';

/** The screen for anyone who has a service token: one application, to be read and printed (docs/behavior.md 6). */
export function ServiceScreen({ token }: { readonly token: string }) {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <OpenedView token={token} />
    </QueryClientProvider>
  );
}

/** Anyone who comes back sooner sees what is there, without another line in the audit trail. */
const LOOKED_AT_MS = 60_000;
/** The longest time that a timer of a browser takes. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** To the moment after an end; false without one, and once it has passed. */
function msUntil(end: Date | undefined, now: Date): number | false {
  const left = end === undefined ? 0 : end.getTime() - now.getTime() + 1;
  return left > 0 && Math.min(left, LONGEST_TIMER_MS);
}

function OpenedView({ token }: { readonly token: string }) {
  const services = useServices();
  const { data, error } = useQuery({
    queryKey: ['service-view', token],
    queryFn: () => openServiceView(services, token),
    structuralSharing: false,
    // A link that has ended or was revoked shows nothing any more: to anyone who comes back to its page, and at its
    // end.
    staleTime: LOOKED_AT_MS,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => msUntil(state.data?.validUntil, services.now()),
    throwOnError: (fault, { state }) => refusalOf(fault) === undefined && state.data === undefined,
  });
  const refusal = refusalOf(error);
  if (refusal !== undefined) return <RefusedServiceLink message={refusal} />;
  return data ? <PrintedApplication view={data} /> : <SpinnerScreen brand={services.partner} />;
}

/** The server's message about an invalid token. */
function refusalOf(error: unknown): string | undefined {
  return error instanceof RequestError && error.code === 'refused' ? error.message : undefined;
}

/** The error screen of a link that is not valid: nothing broke, and loading it again would not help. */
export function RefusedServiceLink({ message }: { readonly message: string }) {
  const heading = say(printTexts.refused);
  useTitle(heading);
  return (
    <main data-ready="refused">
      <div className="stack centered error-screen" role="alert">
        <h1>{heading}</h1>
        <p>{message}</p>
      </div>
    </main>
  );
}
