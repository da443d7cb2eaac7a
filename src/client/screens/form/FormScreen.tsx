import { useSyncExternalStore, type RefObject } from 'react';
import { useLocation } from 'react-router';
import type { PageDefinition } from '#form/definition/definition.ts';
import { DialogBoundary } from '#client/components/dialog/DialogBoundary.tsx';
import { ErrorDialog } from '#client/components/dialog/ErrorDialog.tsx';
import { NoticeDialog } from '#client/components/dialog/NoticeDialog.tsx';
import { useServices } from '#client/data/services.ts';
import { FormPage } from '#client/form/FormPage.tsx';
import { useQuestionFocus } from '#client/form/use-question-focus.ts';
import { useScreenFocus } from '#client/screens/use-screen-focus.ts';
import { useTitle } from '#client/screens/use-title.ts';
import { useApplication } from '#client/application/application.ts';
import { Banner } from '#client/screens/frame/Banner.tsx';
import { bannerKind } from '#client/screens/frame/banner-kind.ts';
import { buttonTargets } from './button-targets.ts';
import { ClearedNotice } from './ClearedNotice.tsx';
import './FormScreen.css';
import { greetingName } from '#form/summary/student-names.ts';
import { keepVisitorAnswers } from '#client/application/browser-storage/keep-answers.ts';
import { MissingSummary } from './MissingSummary.tsx';
import { PageActions } from './PageActions.tsx';
import { ScreenFrame } from '#client/screens/frame/ScreenFrame.tsx';
import { SaveState } from './SaveState.tsx';
import { StepNavigation, type StepNavigationProps } from './StepNavigation.tsx';
import { useFormActions } from './use-form-actions.ts';
import { useLastPage } from './use-last-page.ts';
import { useScrollRestoration } from './scroll-position.ts';
import { useStepNotes } from './step-notes.ts';
import { useSummaryFocus } from './use-refusal.ts';
import { say } from '#texts/say.ts';
import * as errorTexts from '#generated/texts/error.ts';
import * as submitTexts from '#generated/texts/submit.ts';
import * as formTexts from '#generated/texts/form.ts';

/** A step of the form with its chrome (specification 2, "Form page chrome"). */
export function FormScreen() {
  const { definition } = useApplication();
  const { pathname } = useLocation();
  const page = definition.pages.find((one) => one.path === pathname);
  // Another path is on its way to the default page.
  return page ? <Step page={page} /> : null;
}

function Step({ page }: { readonly page: PageDefinition }) {
  const { definition, autosave } = useApplication();
  const { partner } = useServices();
  const actions = useFormActions(page);
  const headingRef = useScreenFocus(page.id);
  const summaryRef = useSummaryFocus(actions.refusal, page.path);
  useTitle(page.title, partner.name);
  useLastPage(page.path);
  const isBack = useScrollRestoration();
  useQuestionFocus(!isBack);
  return (
    <ScreenFrame>
      <div className="form-screen-columns">
        <div className="form-screen-aside">
          <Steps onStep={actions.step} />
          {autosave && <SaveState autosave={autosave} definition={definition} />}
        </div>
        <main className="form-screen-main" id="main" tabIndex={-1}>
          <div>
            <p className="form-screen-step">
              {say(formTexts.step, {
                step: definition.pages.indexOf(page) + 1,
                steps: definition.pages.length,
              })}
            </p>
            <h1 tabIndex={-1} ref={headingRef}>
              {page.title}
            </h1>
          </div>
          <Notices summaryRef={summaryRef} />
          <Questions page={page} actions={actions} />
        </main>
      </div>
      <ErrorDialog message={actions.fault} onClose={actions.dismissFault} />
      {actions.isOutdated && (
        <NoticeDialog
          title={say(submitTexts.check)}
          text={say(submitTexts.changedElsewhere)}
          onClose={actions.dismissOutdated}
        />
      )}
    </ScreenFrame>
  );
}

/** By itself, so that a new count draws nothing else again. */
function Steps({ onStep }: Pick<StepNavigationProps, 'onStep'>) {
  const { definition } = useApplication();
  return <StepNavigation pages={definition.pages} notes={useStepNotes()} onStep={onStep} />;
}

/** The greeting, and what is missing. */
function Notices({ summaryRef }: { readonly summaryRef: RefObject<HTMLHeadingElement | null> }) {
  const application = useApplication();
  const { definition, student, errors } = application;
  const { partner, carried } = useServices();
  const snapshot = useSyncExternalStore(student.subscribe, student.get);
  const found = useSyncExternalStore(errors.subscribe, errors.get);
  const kind = bannerKind(snapshot);
  const name = greetingName(definition, application.store.state().answers);
  return (
    <>
      {kind && (
        <Banner
          kind={kind}
          name={name}
          institution={partner.name}
          onLeave={() => keepVisitorAnswers(application, carried)}
        />
      )}
      {snapshot.webStatus === 'validating' && (
        <MissingSummary definition={definition} errors={found} headingRef={summaryRef} />
      )}
    </>
  );
}

type QuestionsProps = { readonly page: PageDefinition; readonly actions: ReturnType<typeof useFormActions> };

function Questions({ page, actions }: QuestionsProps) {
  const { definition, documents, store } = useApplication();
  const { lookup } = useServices();
  return (
    <>
      <DialogBoundary key={page.id} message={say(errorTexts.unexpected)}>
        <FormPage page={page} store={store} documents={documents} lookup={lookup} />
      </DialogBoundary>
      <PageActions
        {...buttonTargets(definition, page)}
        isSaving={actions.isSaving}
        isSubmitting={actions.isSubmitting}
        onBack={actions.goBack}
        onSave={actions.saveAndGo}
        onSubmit={actions.submit}
      />
      <ClearedNotice store={store} documents={documents} />
    </>
  );
}
