import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { SpinnerScreen } from '#client/ui/Spinner.tsx';
import { createQueryClient } from '#client/api/query-client.ts';
import { RequestError } from '#client/api/call.ts';
import { useServices } from '#client/api/services.ts';
import { openServiceView, type ServiceView } from './open-service-view.ts';
import { useTitle } from '../ScreenHeading.tsx';
import { say, printTexts, listTexts, pageTexts } from '#texts/say.ts';
import { Logo } from '#client/ui/Logo.tsx';
import { hasPrintLines } from '#client/questionnaire/print/print-registry.tsx';
import { PrintPage } from '#client/questionnaire/print/PrintPage.tsx';
import { BelowHeading } from '#client/questionnaire/layout/Layout.tsx';
import { fullName } from '#form/summary/student-names.ts';
import { dateText } from '#texts/language.ts';
import { afterFrame } from '#client/ui/schedule.ts';
import './service.css';

/** Shows one application to a service user (docs/behavior.md 6). */
export function ServiceScreen({ token }: { readonly token: string }) {
  const [queries] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <OpenedView token={token} />
    </QueryClientProvider>
  );
}

/** Milliseconds before a repeated view is refetched, adding to the audit trail. */
const LOOKED_AT_MS = 60_000;
/** Maximum browser timer in milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Returns milliseconds until just after `end`; false without one or when past. */
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
    // Refetch on focus and at expiry, so expired or revoked links show nothing.
    staleTime: LOOKED_AT_MS,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => msUntil(state.data?.validUntil, services.now()),
    throwOnError: (reason, { state }) => refusalOf(reason) === undefined && state.data === undefined,
  });
  const refusal = refusalOf(error);
  if (refusal !== undefined) return <RefusedServiceLink message={refusal} />;
  return data ? <PrintedApplication view={data} /> : <SpinnerScreen brand={services.partner} />;
}

/** Returns the server's message about an invalid token. */
function refusalOf(error: unknown): string | undefined {
  return error instanceof RequestError && error.code === 'refused' ? error.message : undefined;
}

/** Screen for an invalid link, where reloading does not help. */
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

const MINUTE = { dateStyle: 'long', timeStyle: 'short' } as const;
const DAY = { dateStyle: 'long' } as const;

/** Read-only record: the student and every answer. */
function PrintedApplication({ view }: { readonly view: ServiceView }) {
  const { partner } = useServices();
  const { definition, lines, store, username } = view;
  const applicant = fullName(definition, store.state().form.answers) || username;
  const isRendered = useIsRendered();
  useRunningHead({ applicant, title: definition.title, institution: partner.name });
  const pages = definition.pages.filter(({ layout }) => layout.some((node) => hasPrintLines(node, lines)));
  return (
    <div className="centered printed" data-ready={isRendered} data-follows-address="">
      <header className="row spread printed-head">
        <Logo brand={partner} />
        <p className="printed-title">{definition.title}</p>
      </header>
      <main>
        <h1 className="printed-applicant" dir="auto">
          {applicant}
        </h1>
        <Facts view={view} />
        {pages.length === 0 && <p className="print-text">{say(printTexts.noAnswers)}</p>}
        {pages.map((page) => (
          <section key={page.id} className="printed-page">
            <h2 className="printed-page-title">{page.title}</h2>
            <BelowHeading>
              <PrintPage page={page} store={store} lines={lines} />
            </BelowHeading>
          </section>
        ))}
      </main>
    </div>
  );
}

/** Facts other than the answers. */
function Facts({ view }: { readonly view: ServiceView }) {
  const { username, receipt, submittedAt, isLate, validUntil, unscanned } = view;
  const { now } = useServices();
  return (
    <dl className="row printed-facts">
      <Fact name={say(pageTexts.account)} value={username} />
      {submittedAt === undefined ? (
        <Fact name={say(printTexts.notSubmitted)} value={dateText(now(), DAY)} />
      ) : (
        <Fact name={say(printTexts.submitted)} value={dateText(submittedAt, DAY)} />
      )}
      {isLate && <Fact name={say(printTexts.deadline)} value={say(printTexts.late)} />}
      {receipt !== null && <Fact name={say(printTexts.receipt)} value={receipt} />}
      {unscanned.length > 0 && (
        <Fact name={say(printTexts.unscanned)} value={unscanned.join(', ')} isOnScreen />
      )}
      {validUntil && (
        <Fact name={say(printTexts.linkUntil)} value={dateText(validUntil, MINUTE)} isOnScreen />
      )}
    </dl>
  );
}

type FactProps = { readonly name: string; readonly value: string; readonly isOnScreen?: boolean };

/** @param isOnScreen true if omitted from print */
function Fact({ name, value, isOnScreen = false }: FactProps) {
  return (
    <div className={isOnScreen ? 'printed-screen-only' : undefined}>
      <dt className="print-label">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

type RunningHead = { readonly applicant: string; readonly title: string; readonly institution: string };

/** Sets the title and page-margin properties (used in print.css). */
function useRunningHead({ applicant, title, institution }: RunningHead): void {
  useEffect(() => {
    document.title = say(printTexts.titled, { title, applicant });
    const { style } = document.documentElement;
    style.setProperty('--print-applicant', printedCssString(shortHead(applicant)));
    style.setProperty('--print-title', printedCssString(say(printTexts.head, { institution, title })));
    return () => {
      style.removeProperty('--print-applicant');
      style.removeProperty('--print-title');
    };
  }, [applicant, title, institution]);
}

/** Maximum characters: Chromium takes a minute to repeat thousands on every page. */
const LONGEST_HEAD = 80;

function shortHead(applicant: string): string {
  const letters = Array.from(applicant);
  if (letters.length <= LONGEST_HEAD) return applicant;
  return say(listTexts.shortened, { text: letters.slice(0, LONGEST_HEAD).join('') });
}

/** Escapes text as a CSS string. */
export function printedCssString(text: string): string {
  const escaped = text.replace(/["\\\p{Cc}]/gu, (each) => `\\${each.codePointAt(0)?.toString(16) ?? ''} `);
  return `"${escaped}"`;
}

/** True once rendered with images and fonts. Required fonts are known only after layout. */
function useIsRendered(): boolean {
  const [isRendered, setRendered] = useState(false);
  useEffect(() => {
    return afterFrame(() => {
      // Forces layout, which requests fonts.
      document.body.getBoundingClientRect();
      const pictures = [...document.querySelectorAll('img')].map((picture) => picture.decode());
      // Failed images show their alt text.
      void Promise.allSettled([document.fonts.ready, ...pictures]).then(() => setRendered(true));
    });
  }, []);
  return isRendered;
}
