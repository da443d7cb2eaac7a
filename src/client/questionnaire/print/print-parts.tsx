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
} from './PrintAnswer.tsx';
import type {
  AddAnotherNode,
  ConfirmNode,
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

/** One instance of a repeated block: the keys of its questions, in the same order in each. */
type Row = { readonly n: number; readonly keys: readonly string[] };

/** Repeated blocks of a few questions, one below the other. A question that nobody answered has no column. */
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

/** The places of the questions that are answered in any row. */
function answeredColumns(rows: readonly Row[], lines: PrintLines): readonly number[] {
  const places = rows[0]?.keys.map((_key, place) => place) ?? [];
  return places.filter((place) => rows.some(({ keys }) => lines.has(keys[place] ?? '')));
}

type AddAnotherProps = { readonly node: AddAnotherNode; readonly render: RenderNodes };

/** The most questions that are shown as the columns of a table; more are stacked. */
const MOST_COLUMNS = 5;

/** Every instance that says something: short ones as a table, others with a heading each. */
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

/** The instances with an answer; `n` counts from 1, `keys` are those that its layout places. */
function answeredInstances({ instances }: AddAnotherNode, lines: PrintLines) {
  return instances
    .map(({ title, children }, index) => ({ n: index + 1, title, children, keys: questionKeysIn(children) }))
    .filter(({ keys }) => keys.some((key) => lines.has(key)));
}

/** The nodes of a layout as they are read: no button, no tab, no box to open anything. */
export const printParts: LayoutParts = {
  Section: PrintSection,
  Row: PrintRow,
  TabGroup: ChosenTab,
  AddAnother: PrintAddAnother,
  Confirm: Confirmed,
  Paragraphs: PrintParagraphs,
};

/** docs/behavior.md 4.10: service users see only the chosen tab. */
function ChosenTab({ node, render }: { readonly node: TabsNode; readonly render: RenderNodes }) {
  const chosen = chosenTab(useFormStore(), node);
  return render(node.tabs.find(({ id }) => id === chosen)?.children ?? []);
}

function Confirmed({ node, render }: { readonly node: ConfirmNode; readonly render: RenderNodes }) {
  return render(node.children);
}

/** A text above an answer, such as the words that are signed. A link is printed as its words. */
function PrintParagraphs({ node }: { readonly node: TextNode }) {
  return node.paragraphs.map((paragraph, index) => (
    <p key={index} className="print-text">
      {typeof paragraph === 'string'
        ? paragraph
        : paragraph.map((part) => (typeof part === 'string' ? part : part.text)).join('')}
    </p>
  ));
}

/** Questions side by side as on the screen. What is not answered leaves no gap. */
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

/** The columns of twelve that a cell takes on paper: very narrow and almost full cells are wider. */
function printedSpan(width = 12): number {
  return width > 10 ? 12 : Math.max(2, width);
}

type SectionProps = { readonly node: SectionNode; readonly render: RenderNodes };

/** So few answers stay together on a page: no signature is alone on the last one. */
const KEPT_TOGETHER = 5;

/** A section with its heading; one without any answer is not there. The help was for who filled it in. */
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
