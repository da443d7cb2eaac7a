import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { Documents } from '#client/widgets/file/document-view.ts';
import type { LookupService } from '#client/widgets/lookup/lookup.ts';
import { widgetNamed } from '#client/widgets/registry.ts';
import { useRefuseDrops } from '#client/widgets/file/use-file-drop.ts';
import { FormScopeContext, type FormScope, type LayoutParts } from './form-scope.ts';
import type { FormStore } from './store/form-store.ts';
import { BlurredMistake, useBlurredQuestions } from './BlurredMistake.tsx';
import { LossDialog } from './LossDialog.tsx';
import { questionLookup } from './store/question-lookup.ts';
import { RjsfQuestion, createRjsfPage, RjsfPageProvider } from './rjsf/RjsfQuestion.tsx';
import { screenRegistry } from './rjsf/rjsf-registry.tsx';
import { useNextKey } from './use-next-key.ts';
import { useTabChoice } from './use-leave-tab.tsx';
import { useRevealedQuestions } from './focus-question.ts';
import { AddAnother } from './layout/AddAnother.tsx';
import { Confirm } from './layout/Confirm.tsx';
import './questionnaire.css';
import { Layout } from './layout/Layout.tsx';
import { Paragraphs, Row, Section } from './layout/Section.tsx';
import { TabGroup } from './layout/TabGroup.tsx';
import { Message } from '#client/ui/Message.tsx';
import { afterPaint } from '#client/ui/schedule.ts';
import { formTexts } from '#generated/texts.ts';

type FormPageProps = {
  readonly page: PageDefinition;
  readonly store: FormStore;
  readonly readOnly?: boolean;
  /** The student's documents; left out where nobody is logged in. */
  readonly documents?: Documents | undefined;
  /** Finds schools and addresses; left out where they are only typed. */
  readonly lookup?: LookupService | undefined;
};

/** One page of the form, rendered by RJSF and controlled by the store; title and buttons are the screen's. */
export function FormPage({ page, store, readOnly = false, documents, lookup }: FormPageProps) {
  const { chooseTab, dialogs } = useTabChoice(store, documents);
  useRevealedQuestions(page, store, chooseTab);
  useRefuseDrops();
  useBlurredQuestions(store);
  useNextKey();
  // Re-rendered whenever a page is entered: to take back what was done on another page would surprise.
  useLayoutEffect(() => store.dispatch({ type: 'forgetStep' }), [store]);
  const element = useRef<HTMLDivElement>(null);
  // From now on, what an answer reveals fades in.
  useEffect(() => afterPaint(() => element.current?.classList.add('form-rendered')), []);
  // Rendered once: a cheap phone needs half a second for a page.
  const layout = useMemo(() => <Layout key={page.id} nodes={page.layout} />, [page]);
  const rjsfPage = useMemo(() => createRjsfPage(page, screenRegistry), [page]);
  const scope = useMemo(
    (): FormScope => ({
      store,
      form: store,
      readOnly,
      documents,
      chooseTab,
      lookup: lookup && ((question) => questionLookup(store, question, lookup)),
      live: false,
      widgetNamed,
      parts: screenParts,
      questionView: RjsfQuestion,
    }),
    [store, readOnly, documents, chooseTab, lookup],
  );
  return (
    <FormScopeContext value={scope}>
      <p className="fine-print form-note">
        <Message text={formTexts.required} values={{ mark: <span className="form-note-mark">*</span> }} />
      </p>
      <div className="form-page" ref={element}>
        <RjsfPageProvider value={rjsfPage}>{layout}</RjsfPageProvider>
      </div>
      <BlurredMistake store={store} />
      {dialogs}
      <LossDialog store={store} />
    </FormScopeContext>
  );
}

/** The nodes of a layout as they are filled in. */
const screenParts: LayoutParts = { AddAnother, Confirm, Paragraphs, Row, Section, TabGroup };
