import { useState, useSyncExternalStore, type RefObject, useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import { FailedPart } from '#client/ui/dialog/NoticeDialog.tsx';
import { ErrorBoundary } from '#client/ui/ErrorBoundary.tsx';
import { useServices } from '#client/api/services.ts';
import { FormPage } from '#client/questionnaire/FormPage.tsx';
import { useQuestionFocus } from '#client/questionnaire/focus-question.ts';
import { readNavigationState, REVIEW_PATH } from '#client/session/navigation-state.ts';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { NOT_CHECKED, useApplication, useVisiblePages } from '#client/session/application.ts';
import { createLookupCalls } from '#client/api/lookup-calls.ts';
import { Banner, bannerKind } from '../frame/Banner.tsx';
import { Deadline, useDeadline } from '../frame/Deadline.tsx';
import { ActionDialogs } from './submission/ActionDialogs.tsx';
import { buttonTargets, PageActions } from './PageActions.tsx';
import { ClearedNotice } from './notices/ClearedNotice.tsx';
import { ContinueLink, Welcome } from './notices/Welcome.tsx';
import { FormAside } from './sections/FormAside.tsx';
import { greetingName } from '#form/summary/student-names.ts';
import { keepVisitorAnswers } from '#client/session/use-visitor-draft.ts';
import { MissingSummary, NextBar, type NextBarProps } from './submission/MissingSummary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Message } from '#client/ui/Message.tsx';
import { ScreenFrame } from '../frame/ScreenFrame.tsx';
import { useFormActions, useSummaryFocus } from './use-form-actions.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { say, formTexts, reviewTexts, passkeyTexts } from '#texts/say.ts';
import { endsForm, errorMessageOf } from '#client/api/call.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { declinePasskey } from '#client/session/student-state.ts';
import { PASSKEYS } from '#client/api/passkey-support.ts';
import './form.css';

/** One step of the form with its navigation (docs/behavior.md 2.5). */
export function FormScreen() {
  const pages = useVisiblePages();
  const { pathname } = useLocation();
  const page = pages.find((one) => one.path === pathname);
  // Other paths are being redirected to the default page.
  return page ? <Step page={page} /> : null;
}

function Step({ page }: { readonly page: PageDefinition }) {
  const { definition, store, CarriedNotice } = useApplication();
  const actions = useFormActions(page);
  const summaryRef = useSummaryFocus(actions.refusal, page.path);
  useLastPage(page.path);
  const isBack = useScrollRestoration();
  const { section, sheet } = readNavigationState(useLocation().state);
  useQuestionFocus(!isBack && sheet === undefined, section);
  const pages = useVisiblePages();
  const place = { step: pages.indexOf(page) + 1, steps: pages.length };
  return (
    <ScreenFrame step={say(formTexts.step, place)}>
      <div className="stack centered form-screen-columns">
        <FormAside page={page} onStep={actions.step} />
        <main className="stack form-screen-main" id="main" tabIndex={-1}>
          <div className="row spread form-screen-head">
            <ScreenHeading screen={page.id} text={page.title} />
            <p className="fine-print form-note">
              <Message
                text={formTexts.required}
                values={{ mark: <span className="form-note-mark">*</span> }}
              />
            </p>
          </div>
          {CarriedNotice && <CarriedNotice key={page.id} page={page} store={store} />}
          <Notices isStart={page.id === definition.defaultPage} summaryRef={summaryRef} />
          <Questions page={page} actions={actions} />
        </main>
      </div>
      <ActionDialogs actions={actions} />
    </ScreenFrame>
  );
}

type NoticesProps = {
  /** Whether this is the start page. */
  readonly isStart: boolean;
  readonly summaryRef: RefObject<HTMLHeadingElement | null>;
};

/** Greeting and missing answers. */
function Notices({ isStart, summaryRef }: NoticesProps) {
  const application = useApplication();
  const { definition, student, errors } = application;
  const { partner, drafts } = useServices();
  const snapshot = useSyncExternalStore(student.subscribe, student.get);
  const found = useSyncExternalStore(errors.subscribe, errors.get);
  const kind = bannerKind(snapshot);
  // The deadline line replaces the banner: submitting is not possible.
  const isTooLate = useDeadline()?.isClosed === true && snapshot.isLoggedIn;
  const name = greetingName(definition, application.store.state().form.answers);
  const leave = (): void => keepVisitorAnswers(application, drafts.visitor);
  return (
    <>
      <div className="form-screen-deadline no-print">
        <Deadline isLate />
      </div>
      {kind && !isTooLate && (
        <Banner kind={kind} name={name} institution={partner.name} onLeave={leave}>
          {kind === 'anonymous' && isStart && <Welcome onLeave={leave} />}
          {kind === 'later-login' && <ContinueLink />}
        </Banner>
      )}
      {kind === 'first-login' && snapshot.isOfferedPasskey && <PasskeyOffer />}
      {snapshot.webStatus === 'validating' && (
        <MissingSummary definition={definition} errors={found} headingRef={summaryRef} />
      )}
    </>
  );
}

type QuestionsProps = { readonly page: PageDefinition; readonly actions: ReturnType<typeof useFormActions> };

function Questions({ page, actions }: QuestionsProps) {
  const { documents, store } = useApplication();
  const pages = useVisiblePages();
  const { call } = useServices();
  const lookup = useMemo(() => createLookupCalls(call), [call]);
  const review = useReviewReturn();
  const toReview = (): void => actions.saveAndGo(REVIEW_PATH);
  return (
    <>
      <ErrorBoundary key={page.id} fallback={<FailedPart />}>
        <FormPage {...{ page, store, documents, lookup }} />
      </ErrorBoundary>
      {/* Before the buttons, so the sticky bar never covers them. */}
      {review === undefined ? (
        <NextMissing isSaving={actions.isSaving} isSubmitting={actions.isSubmitting} onReview={toReview} />
      ) : (
        <div className="return-to-review no-print">
          <Button
            isBusy={actions.isSaving}
            onClick={() => actions.saveAndGo(`${REVIEW_PATH}#${review}`)}
            text={reviewTexts.back}
          />
        </div>
      )}
      <PageActions
        {...buttonTargets(pages, page)}
        isSaving={actions.isSaving}
        isSubmitting={actions.isSubmitting}
        onBack={actions.goBack}
        onSave={actions.saveAndGo}
        onReview={toReview}
        onSubmit={actions.submit}
      />
      <ClearedNotice store={store} documents={documents} />
    </>
  );
}

type NextMissingProps = Pick<NextBarProps, 'isSaving' | 'onReview'> & { readonly isSubmitting: boolean };

/** Leads to missing answers after a submit, then to the review. Hidden during a first submit. */
function NextMissing({ isSubmitting, ...actions }: NextMissingProps) {
  const { definition, errors, student } = useApplication();
  const { webStatus } = useSyncExternalStore(student.subscribe, student.get);
  const found = useSyncExternalStore(errors.subscribe, errors.get);
  const isWrong = Object.keys(found).length > 0;
  const [isShown, setShown] = useState(false);
  if (!isShown && webStatus === 'validating' && (isWrong || (found !== NOT_CHECKED && !isSubmitting)))
    setShown(true);
  if (webStatus !== 'validating' || !isShown) return null;
  return <NextBar definition={definition} errors={found} {...actions} />;
}

/** Reports the current page, where the next log-in resumes. */
function useLastPage(path: string): void {
  const { student, autosave } = useApplication();
  const { application: calls } = useServices();
  useEffect(() => {
    const current = student.get();
    if (!autosave || current.lastPage === path || current.webStatus === 'submitted') return;
    student.set({ ...current, lastPage: path });
    calls.setLastPage(path).catch((error: unknown) => {
      // Not actionable: the next page reports again.
      if (!endsForm(error)) console.error(error);
    });
  }, [student, autosave, calls, path]);
}

/** Review section to return to, until the student leaves the form pages. */
function useReviewReturn(): string | undefined {
  const { review } = readNavigationState(useLocation().state);
  const [returnTo, setReturnTo] = useState(review);
  // Links on the page pass no state.
  if (review !== undefined && review !== returnTo) setReturnTo(review);
  return returnTo;
}

/** Offers to add a passkey after the first log-in. */
function PasskeyOffer() {
  const { call } = useServices();
  const { student } = useApplication();
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: async () => (await import('#client/api/passkeys.ts')).addPasskey(call),
    onSuccess: () => {
      declinePasskey();
      void queries.invalidateQueries({ queryKey: PASSKEYS });
    },
  });
  const decline = (): void => {
    declinePasskey();
    student.set({ ...student.get(), isOfferedPasskey: false });
    document.getElementById('main')?.focus();
  };
  return (
    <section className="row spread panel passkey-offer" aria-label={say(passkeyTexts.offerLabel)}>
      <p role="status">{add.data ? add.data.message : say(passkeyTexts.offer)}</p>
      {!add.data && (
        <div className="row">
          <Button
            look="secondary"
            isBusy={add.isPending}
            onClick={() => add.mutate()}
            text={passkeyTexts.add}
          />
          <Button look="text" onClick={decline} text={passkeyTexts.notNow} />
        </div>
      )}
      {add.error && <p role="alert">{errorMessageOf(add.error)}</p>}
    </section>
  );
}
