import { createElement, useMemo } from 'react';
import {
  useFormScope,
  type RenderNodes,
  useFormStore,
  type LayoutParts,
  FormScopeContext,
  type FormScope,
} from '../form-scope.ts';
import {
  InTableContext,
  usePrintLines,
  type PrintLines,
  hasPrintLines,
  isLongPrintLine,
  printLinesInside,
  PrintLinesContext,
  printRegistry,
} from './print-registry.tsx';
import type {
  AddAnotherNode,
  ConfirmNode,
  MoreNode,
  TabsNode,
  TextNode,
  RowNode,
  SectionNode,
  PageDefinition,
  Question,
} from '#form/definition/definition.ts';
import { questionKeysIn } from '#form/definition/form-part.ts';
import { chosenTab, questionOf } from '../store/selectors.ts';
import { BelowHeading, Heading, cellWidths, Layout } from '../layout/Layout.tsx';
import type { FormStore } from '../store/form-store.ts';
import { createRjsfPage, RjsfPageProvider, RjsfQuestion } from '../rjsf/RjsfQuestion.tsx';
import '../print.css';

/** Question keys of one block instance, in the same order for all. */
type Row = { readonly n: number; readonly keys: readonly string[] };

/** Table of short block instances. Unanswered questions have no column. */
function PrintTable({ rows }: { readonly rows: readonly Row[] }) {
  const { store } = useFormScope();
  const columns = answeredColumns(rows, usePrintLines());
  return (
    <table className="print-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="print-label">
              {questionOf(store, rows[0]?.keys[column] ?? '')?.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ n, keys }) => (
          <tr key={n}>
            {columns.map((column) => (
              <Cell key={column} question={keys[column] ?? ''} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ question: key }: { readonly question: string }) {
  const { store, questionView } = useFormScope();
  const question = questionOf(store, key);
  return (
    <td data-question={key} data-label={question?.label}>
      <InTableContext value>{question && createElement(questionView, { question })}</InTableContext>
    </td>
  );
}

/** Indexes of questions answered in any row. */
function answeredColumns(rows: readonly Row[], lines: PrintLines): readonly number[] {
  const places = rows[0]?.keys.map((_key, place) => place) ?? [];
  return places.filter((place) => rows.some(({ keys }) => lines.has(keys[place] ?? '')));
}

type AddAnotherProps = { readonly node: AddAnotherNode; readonly render: RenderNodes };

/** Maximum number of table columns; with more, instances are stacked. */
const MOST_COLUMNS = 5;

/** Answered instances: a table if short, else one heading each. */
function PrintAddAnother({ node, render }: AddAnotherProps) {
  const lines = usePrintLines();
  const instances = answeredInstances(node, lines);
  if (instances.length === 0) return null;
  if (instances.every(({ keys }) => keys.length <= MOST_COLUMNS)) return <PrintTable rows={instances} />;
  return instances.map(({ n, title, children }) => (
    <section key={n} className="print-instance">
      <Heading id={`instance-${node.id}-${n}`} className="print-instance-heading">
        {title}
      </Heading>
      <BelowHeading>{render(children)}</BelowHeading>
    </section>
  ));
}

/** Instances with an answer; `n` counts from 1, `keys` follow the layout. */
function answeredInstances({ instances }: AddAnotherNode, lines: PrintLines) {
  return instances
    .map(({ title, children }, index) => ({ n: index + 1, title, children, keys: questionKeysIn(children) }))
    .filter(({ keys }) => keys.some((key) => lines.has(key)));
}

/** Read-only layout components without buttons or tabs. */
const printParts: LayoutParts = {
  Section: PrintSection,
  Row: PrintRow,
  TabGroup: ChosenTab,
  AddAnother: PrintAddAnother,
  Confirm: Contents,
  More: Contents,
  Paragraphs: PrintParagraphs,
};

/** Renders only the chosen tab (docs/behavior.md 4.10). */
function ChosenTab({ node, render }: { readonly node: TabsNode; readonly render: RenderNodes }) {
  const chosen = chosenTab(useFormStore(), node);
  return render(node.tabs.find(({ id }) => id === chosen)?.children ?? []);
}

function Contents({ node, render }: { readonly node: ConfirmNode | MoreNode; readonly render: RenderNodes }) {
  return render(node.children);
}

/** Text above an answer, such as a signed statement. Links print as text. */
function PrintParagraphs({ node }: { readonly node: TextNode }) {
  return node.paragraphs.map((paragraph, index) => (
    <p key={index} className="print-text">
      {typeof paragraph === 'string'
        ? paragraph
        : paragraph.map((part) => (typeof part === 'string' ? part : part.text)).join('')}
    </p>
  ));
}

/** Questions in columns as on screen. Unanswered ones leave no gap. */
function PrintRow({ node, render }: { readonly node: RowNode; readonly render: RenderNodes }) {
  const lines = usePrintLines();
  const widths = cellWidths(node);
  const cells = node.children.flatMap((child, index) =>
    hasPrintLines(child, lines) ? [{ child, width: widths[index] }] : [],
  );
  if (cells.length === 0) return null;
  return (
    <div className="print-row">
      {cells.map(({ child, width }, index) => (
        <div key={index} className="print-cell" style={{ ['--span' as string]: printedSpan(width) }}>
          {render([child])}
        </div>
      ))}
    </div>
  );
}

/** Printed columns of twelve; widens very narrow and almost full cells. */
function printedSpan(width = 12): number {
  return width > 10 ? 12 : Math.max(2, width);
}

type SectionProps = { readonly node: SectionNode; readonly render: RenderNodes };

/** Maximum answers kept together, so no page has just a signature. */
const KEPT_TOGETHER = 5;

/** Section with heading, without help; omitted if unanswered. */
function PrintSection({ node, render }: SectionProps) {
  const { id, title, children } = node;
  const inside = printLinesInside(node, usePrintLines());
  if (inside.length === 0) return null;
  if (title === undefined) return render(children);
  const isWhole = inside.length <= KEPT_TOGETHER && !inside.some(isLongPrintLine);
  return (
    <section className={isWhole ? 'print-section print-whole' : 'print-section'}>
      <Heading id={`section-${id}`} className="print-heading">
        {title}
      </Heading>
      <BelowHeading>{render(children)}</BelowHeading>
    </section>
  );
}

type PrintPageProps = {
  readonly page: PageDefinition;
  /** Read-only; decides visibility. */
  readonly store: FormStore;
  /** Summary of the answers, by key. */
  readonly lines: PrintLines;
};

/** One read-only page, with the screen's layout and RJSF's print registry. */
export function PrintPage({ page, store, lines }: PrintPageProps) {
  const rjsfPage = useMemo(() => createRjsfPage(page, printRegistry(page)), [page]);
  const scope = useMemo(
    (): FormScope => ({
      store,
      form: store,
      live: false,
      widgetNamed: refuseWidget,
      parts: printParts,
      questionView: PrintQuestion,
    }),
    [store],
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

/** Print renders answers without widgets. */
function refuseWidget(name: string): never {
  throw new Error(`The print looks for the widget "${name}", but it renders answers alone.`);
}

/** Renders one question with RJSF; null if unanswered. */
function PrintQuestion({ question }: { readonly question: Question }) {
  return usePrintLines().has(question.key) ? <RjsfQuestion question={question} /> : null;
}
