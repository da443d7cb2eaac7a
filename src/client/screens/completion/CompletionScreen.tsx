import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { showToast } from '#client/ui/toast/ToastHost.tsx';
import { successToast } from '#client/ui/toast/Toast.tsx';
import { useServices } from '#client/api/services.ts';
import type { PostNextApplicationAnswer } from '#generated/api.ts';
import { errorMessageOf } from '#client/api/call.ts';
import { readNavigationState, REVIEW_PATH } from '#client/session/navigation-state.ts';
import { ScreenLink } from '#client/screens/ScreenLink.tsx';
import { ScreenHeading } from '#client/screens/ScreenHeading.tsx';
import { useApplication } from '#client/session/application.ts';
import { Banner } from '#client/screens/frame/Banner.tsx';
import { decisionDay } from '#form/deadlines/deadlines.ts';
import { nextSteps } from '#form/progress/next-steps.ts';
import { greetingName } from '#form/summary/student-names.ts';
import { PdfCopyButton } from '#client/screens/frame/PdfCopy.tsx';
import { ScreenFrame } from '#client/screens/frame/ScreenFrame.tsx';
import { EarlierApplications, Fact, SubmissionFacts } from '#client/screens/frame/SubmissionFacts.tsx';
import { dateText } from '#texts/language.ts';
import { say, completionTexts, nextCycleTexts, reviewTexts } from '#texts/say.ts';
import './completion.css';

/** Screen after submission, without form navigation. */
export function CompletionScreen() {
  const { definition, store, student } = useApplication();
  const [steps] = useState(() => nextSteps(definition, store.state().form));
  useNotice();
  return (
    <ScreenFrame>
      <main className="stack centered completion" id="main" tabIndex={-1}>
        <Hero />
        <NextApplication />
        {steps.length > 0 && (
          <section className="stack">
            <h2>{say(completionTexts.next)}</h2>
            <ol className="stack plain-list completion-steps">
              {steps.map(({ link, title, text }) => (
                <li key={title} className="panel">
                  <a href={link}>{title}</a>
                  <p className="fine-print">{text}</p>
                </li>
              ))}
            </ol>
          </section>
        )}
        {student.get().cycles.past_applications?.[0] && (
          <section className="stack">
            <h2>{say(nextCycleTexts.earlier)}</h2>
            <EarlierApplications />
          </section>
        )}
        <FurtherLinks />
      </main>
    </ScreenFrame>
  );
}

/** That it worked: thanks, receipt, timeliness, expected decision, and copies. */
function Hero() {
  const { partner } = useServices();
  const { definition, store, student } = useApplication();
  const { receipt, submittedAt, username } = useSyncExternalStore(student.subscribe, student.get);
  const { answers } = store.state().form;
  const day = partner.deadlines && decisionDay(partner.deadlines, answers);
  return (
    <section className="stack panel completion-hero">
      <Icon name="check" className="completion-mark" />
      <ScreenHeading
        screen="completion"
        text={say(completionTexts.heading)}
        title={say(completionTexts.pageTitle)}
      />
      <Banner kind="submitted" name={greetingName(definition, answers)} institution={partner.name} />
      <SubmissionFacts receipt={receipt} submittedAt={submittedAt}>
        {day !== undefined && (
          <Fact name={say(completionTexts.decision)}>
            {say(completionTexts.decisionBy, {
              date: dateText(new Date(day), { dateStyle: 'long', timeZone: 'UTC' }),
            })}
          </Fact>
        )}
      </SubmissionFacts>
      {receipt !== null && <ReceiptButtons receipt={receipt} />}
      <p>{say(completionTexts.mail, { email: username })}</p>
      <div className="row completion-copies">
        <ScreenLink to={REVIEW_PATH} className={buttonClass('secondary')} text={reviewTexts.read} />
        <PdfCopyButton startsAtOnce />
      </div>
    </section>
  );
}

/** Starts an application in the next cycle, or reports when that is possible. */
function NextApplication() {
  const { application, call, partner, serverNow } = useServices();
  const { cycle, next_cycle: next } = useApplication().student.get().cycles;
  const start = useMutation({
    mutationFn: async () => {
      try {
        await call<PostNextApplicationAnswer>('POST', '/api/next-application');
      } catch (error) {
        // It can have started: in another tab, or without a response.
        if ((await application.profile()).next_cycle) throw error;
      }
      window.location.assign('/');
    },
  });
  if (!next) return null;
  const opens = new Date(next.opens ?? 0);
  const date = dateText(opens, { dateStyle: 'long', timeZone: partner.time_zone });
  const notOpen = opens > serverNow() ? say(nextCycleTexts.opens, { date }) : say(nextCycleTexts.closed);
  const what = cycle ? say(nextCycleTexts.whatOf, { cycle }) : say(nextCycleTexts.what);
  return (
    <section className="stack panel notice submission-card">
      <h2>{say(nextCycleTexts.heading, { cycle: next.name })}</h2>
      <p>{next.is_open ? what : notOpen}</p>
      {next.is_open && (
        <div>
          <Button
            isBusy={start.isPending || start.isSuccess}
            onClick={() => start.mutate()}
            text={nextCycleTexts.start}
          />
        </div>
      )}
      {start.error && <p role="alert">{errorMessageOf(start.error)}</p>}
    </section>
  );
}

/** Copies and shares the receipt, where the browser can. */
function ReceiptButtons({ receipt }: { readonly receipt: string }) {
  const { partner } = useServices();
  const [isCopied, setCopied] = useState(false);
  const text = say(completionTexts.shared, { university: partner.name, receipt });
  // A refused copy shows no "Copied.", and closing the share sheet is no error.
  const copy = () => navigator.clipboard.writeText(receipt).then(() => setCopied(true), ignore);
  const share = () => navigator.share({ text }).catch(ignore);
  return (
    <div className="row completion-receipt no-print">
      {'clipboard' in navigator && (
        <Button look="text" onClick={() => void copy()} text={completionTexts.copy} />
      )}
      {'share' in navigator && (
        <Button look="text" onClick={() => void share()} text={completionTexts.share} />
      )}
      <p role="status">{isCopied && say(completionTexts.copied)}</p>
    </div>
  );
}

function ignore(): void {}

function FurtherLinks() {
  const { definition } = useApplication();
  return (
    <div className="columns completion-further">
      {definition.completion?.further?.map(({ title: heading, links }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <ul className="stack plain-list">
            {links.map(({ link, title, text }) => (
              <li key={title}>
                <a href={link}>{title}</a>
                <p className="fine-print">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Shows the notice from the navigation state once, as a toast. */
function useNotice(): void {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const { notice } = readNavigationState(state);
  useEffect(() => {
    if (notice === undefined) return;
    showToast(successToast(notice));
    void navigate(pathname, { replace: true, state: null });
  }, [notice, navigate, pathname]);
}
