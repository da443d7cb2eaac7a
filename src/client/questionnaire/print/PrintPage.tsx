import { useMemo } from 'react';
import type { PageDefinition, Question } from '#form/definition/definition.ts';
import { FormScopeContext, type FormScope } from '../form-scope.ts';
import type { FormStore } from '../store/form-store.ts';
import { Layout } from '../layout/Layout.tsx';
import { createRjsfPage, RjsfPageProvider, RjsfQuestion } from '../rjsf/RjsfQuestion.tsx';
import '../print.css';
import { type PrintLines, PrintLinesContext, usePrintLines, printRegistry } from './PrintAnswer.tsx';
import { printParts } from './print-parts.tsx';

type PrintPageProps = {
  readonly page: PageDefinition;
  /** Says what is visible; nothing in it is changed. */
  readonly store: FormStore;
  /** The summary of the answers, by key. */
  readonly lines: PrintLines;
  /** What renders nodes and questions otherwise than on paper. */
  readonly rendering?: PrintRendering;
};

/** How a layout is rendered to be read. */
export type PrintRendering = Pick<FormScope, 'parts' | 'questionView'>;

/** One page of the form to be read: the same layout as on the screen, rendered by RJSF with a registry for print. */
export function PrintPage({ page, store, lines, rendering = PAPER }: PrintPageProps) {
  const rjsfPage = useMemo(() => createRjsfPage(page, printRegistry(page)), [page]);
  const scope = useMemo(
    (): FormScope => ({
      store,
      form: store,
      readOnly: true,
      live: false,
      widgetNamed: refuseWidget,
      ...rendering,
    }),
    [store, rendering],
  );
  return (
    <FormScopeContext value={scope}>
      <PrintLinesContext value={lines}>
        <div className="print-page">
          <RjsfPageProvider value={rjsfPage}>
            <Layout nodes={page.layout} />
          </RjsfPageProvider>
        </div>
      </PrintLinesContext>
    </FormScopeContext>
  );
}

const PAPER: PrintRendering = { parts: printParts, questionView: PrintQuestion };

/** Print renders answers, so nothing looks for a widget. */
function refuseWidget(name: string): never {
  throw new Error(`The print looks for the widget "${name}", but it renders answers alone.`);
}

/** One question, rendered by RJSF; one without an answer is not there. */
export function PrintQuestion({ question }: { readonly question: Question }) {
  return usePrintLines().has(question.key) ? <RjsfQuestion question={question} /> : null;
}
