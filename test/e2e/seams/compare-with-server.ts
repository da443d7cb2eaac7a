import { expect, type Page } from '@playwright/test';
import { isAnswered } from '#form/definition/answer.ts';
import { toFacts } from '#form/answers/facts.ts';
import { instanceCount } from '#form/answers/instances.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { Facts, FormDefinition, FormState, LayoutNode, Question } from '#form/definition/definition.ts';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import { optionsOf } from '#form/answers/option-lists.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import {
  answerDialogs,
  changeNetwork,
  type ServerState,
  readServerState,
  isFormOpen,
  isCompleted,
  openedPage,
  openPage,
  PATIENCE,
  type Visit,
} from './visit.ts';

/** A question as shown on the page. */
type ShownQuestion = {
  readonly key: string;
  readonly kind: 'text' | 'choice' | 'search' | 'boxes' | 'box' | 'document';
  /** For a search its text; for a document its status text. */
  readonly value: string | boolean | readonly string[];
};

/** Contents of the page. */
export type PageContents = {
  readonly questions: readonly ShownQuestion[];
  readonly tabs: Readonly<Record<string, string>>;
  readonly instances: readonly string[];
};

const ATTACHED = 'Your file is attached.';

/**
 * Restores the network, waits for idle, and compares the page with the server.
 *
 * @returns the server's state
 * @throws AssertionError if they differ, or typed text is lost
 */
export async function compareWithServer(visit: Visit): Promise<ServerState> {
  await waitForIdle(visit);
  let atRest: ServerState | undefined;
  await expect(async () => {
    const [shown, stored] = [await readPage(visit.page), await readServerState(visit)];
    atRest = stored;
    // A submission whose response was lost is noticed at the next call.
    visit.isSubmitted = isCompleted(visit);
    if (visit.isSubmitted) return;
    expect(pageState(visit, shown), 'the page shows the server state').toEqual(
      serverStateOnPage(visit, stored, shown),
    );
    expect(lostTexts(visit, stored), 'nothing typed is lost').toEqual([]);
    // Reads page and server again if a save between the two reads made them differ.
  }).toPass({ timeout: 15_000 });
  return atRest ?? readServerState(visit);
}

/** Restores the network, and waits until everything is saved, attached or refused. */
async function waitForIdle(visit: Visit): Promise<void> {
  await changeNetwork(visit, 'up');
  if (visit.maybeOutdated) await openPage(visit);
  const { page } = visit;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const state = page.getByRole('status', { name: 'Save state' });
  const unsent = page.getByRole('button', { name: 'Try again', exact: true });
  await expect(async () => {
    if (isCompleted(visit)) return;
    if (!(await isFormOpen(visit))) await openPage(visit);
    await answerLateDialogs(visit, false);
    // Blurs the control in use, even behind a late dialog.
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    if (await unsent.count()) await unsent.first().click(PATIENCE);
    expect(await state.textContent(PATIENCE)).toMatch(/^(?:Saved)?$/);
    expect(await isSending(page)).toBe(false);
  }).toPass({ timeout: 120_000, intervals: [50, 100, 250] });
}

/** Whether a document is uploading or being prepared. */
export async function isSending(page: Page): Promise<boolean> {
  const documents = await page.locator('.document-status').allTextContents();
  return documents.some((text) => /^(?:Sending|We've received your file)/.test(text));
}

/** Answers dialogs, which may be late and concern an earlier step, and forgets cleared answers. */
export async function answerLateDialogs(visit: Visit, isBrave: boolean): Promise<void> {
  if (await answerDialogs(visit, isBrave)) await forgetCleared(visit);
}

/** Stops expecting answers that a step cleared, with or without an undo offer. */
export async function forgetCleared(visit: Visit): Promise<void> {
  const shown = new Map((await readPage(visit.page)).questions.map(({ key, value }) => [key, value]));
  const keys = Object.keys(openedPage(visit)?.questions ?? {});
  for (const key of keys.filter((each) => visit.typed.has(each))) {
    if (shown.get(key) !== visit.typed.get(key)) visit.typed.delete(key);
  }
}

/** The page's tabs, counts, questions, answers and documents. */
function pageState(visit: Visit, { questions, tabs, instances }: PageContents): unknown {
  return {
    tabs,
    instances,
    questions: questions.map(({ key }) => key).toSorted(),
    answers: Object.fromEntries(
      questions.filter(({ kind }) => kind !== 'document').map(({ key, value }) => [key, plain(value)]),
    ),
    documents: questions
      .filter(({ kind, value }) => kind === 'document' && value === ATTACHED)
      .map(({ key }) => key),
    page: openedPage(visit)?.id,
  };
}

/** The same from the server's state, with visibility from the model. */
function serverStateOnPage(visit: Visit, { state, documents }: ServerState, shown: PageContents): unknown {
  const page = openedPage(visit);
  if (!page) throw new Error('No page of the form is open.');
  const isThere = new Set(shown.questions.map(({ key }) => key));
  const nodes = shownNodes(page.layout, toFacts(visit.form, state));
  // Unanswered contents of a confirmation or of more questions may be open or closed.
  const optional = nodes.flatMap((node) =>
    node.kind === 'confirm' || node.kind === 'more' ? keysIn(visit.form, node.children) : [],
  );
  const visible = visibleQuestions(visit.form, state)
    .filter((question) => question.page === page.id)
    .filter((question) => question.partOf === undefined || isThere.has(question.key))
    .filter(({ key }) => isThere.has(key) || isAnswered(state.answers[key]) || !optional.includes(key));
  return {
    tabs: Object.fromEntries(
      nodes.flatMap((node) =>
        node.kind === 'tabs' ? [[node.id, state.tabs[node.id] ?? node.defaultTab]] : [],
      ),
    ),
    instances: nodes.flatMap((node) =>
      node.kind === 'addAnother'
        ? node.instances.slice(0, instanceCount(node, state)).map((_each, index) => `${node.id}-${index + 1}`)
        : [],
    ),
    questions: visible.map(({ key }) => key).toSorted(),
    answers: Object.fromEntries(
      shown.questions
        .filter(({ kind }) => kind !== 'document')
        .map((question) => [question.key, storedAnswer(visit.form, state, question)]),
    ),
    documents: visible
      .filter(isDocumentQuestion)
      .map(({ key }) => key)
      .filter((key) => documents.includes(key)),
    page: page.id,
  };
}

/** The visible nodes, including nested ones. */
function shownNodes(nodes: readonly LayoutNode[], facts: Facts): readonly LayoutNode[] {
  const isHidden = (node: LayoutNode): boolean =>
    node.visibleWhen !== undefined && !evaluateCondition(node.visibleWhen, facts);
  const hidden = new Set(
    allNodes(nodes)
      .filter(isHidden)
      .flatMap((node) => [...allNodes([node])]),
  );
  return allNodes(nodes).filter((node) => !hidden.has(node));
}

function keysIn(form: FormDefinition, nodes: readonly LayoutNode[]): readonly string[] {
  const keys = allNodes(nodes).flatMap((node) => (node.kind === 'question' ? [node.key] : []));
  return keys.flatMap((key) => [key, ...(questionsOf(form).get(key)?.parts ?? [])]);
}

function storedAnswer(
  form: FormDefinition,
  { answers }: FormState,
  { key, kind, value }: ShownQuestion,
): unknown {
  const answer = answers[key] ?? '';
  if (kind === 'box') return answer === true;
  if (kind === 'boxes') return plain([answer].flat().filter(isAnswered).map(String));
  const question = questionsOf(form).get(key);
  if (kind !== 'search' || !question || answer === '') return plain(String(answer));
  const options = optionsOf(form, question, { answers, now: new Date() });
  const label = options.find((option) => option.value === answer)?.label ?? String(answer);
  // A narrow list may show only the beginning of the label.
  return typeof value === 'string' && value !== '' && label.startsWith(value) ? value : label;
}

/** Phone numbers are stored as digits and shown formatted; boxes are in page order. */
function plain(value: ShownQuestion['value']): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return value.toSorted();
  return /^[\d ()+-]+$/.test(value) && value.includes('(') ? value.replaceAll(/\D/g, '') : value;
}

function lostTexts({ typed }: Visit, { state }: ServerState): readonly string[] {
  return [...typed].flatMap(([key, text]) => (state.answers[key] === text ? [] : [`${key}: ${text}`]));
}

/** Reads the rendered page. */
export async function readPage(page: Page): Promise<PageContents> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>('[data-question]')];
    const chosen = [...document.querySelectorAll('[role=tab][aria-selected=true]')].map((tab) => {
      const group = tab.getAttribute('aria-controls')?.replace(/^panel-/, '') ?? '';
      return [group, tab.id.slice(`tab-${group}-`.length)] as const;
    });
    const instances = [...document.querySelectorAll('.repeat-instance')];
    return {
      questions: boxes.map((box: HTMLElement) => {
        const key = box.dataset['question'] ?? '';
        const controls = [...box.querySelectorAll('input, select, textarea')].filter(
          (control) => control.closest('[data-question]') === box,
        );
        const inputs = controls.filter((control) => control instanceof HTMLInputElement);
        const [first] = controls;
        const checked = inputs.filter((input) => input.checked).map((input) => input.value);
        if (first instanceof HTMLInputElement) {
          if (first.type === 'file') {
            return {
              key,
              kind: 'document' as const,
              value: box.querySelector('.document-status')?.textContent ?? '',
            };
          }
          if (first.type === 'radio') return { key, kind: 'choice' as const, value: checked[0] ?? '' };
          if (first.type === 'checkbox') {
            return box.querySelector('[role=group]')
              ? { key, kind: 'boxes' as const, value: checked }
              : { key, kind: 'box' as const, value: first.checked };
          }
          if (first.role === 'combobox' || first.getAttribute('role') === 'combobox') {
            return { key, kind: 'search' as const, value: first.value };
          }
          return { key, kind: 'text' as const, value: first.value };
        }
        if (first instanceof HTMLSelectElement || first instanceof HTMLTextAreaElement) {
          return { key, kind: 'text' as const, value: first.value };
        }
        return { key, kind: 'document' as const, value: '' };
      }),
      tabs: Object.fromEntries(chosen),
      instances: instances.map((each) => each.id.replace(/^instance-/, '')),
    };
  });
}

/** The visible questions that accept any short text. */
export function textQuestions({ form }: Visit, shown: PageContents): readonly Question[] {
  const known = new Map(form.pages.flatMap((page) => Object.entries(page.questions)));
  return shown.questions
    .filter(({ kind }) => kind === 'text')
    .flatMap(({ key }) => known.get(key) ?? [])
    .filter((question) => question.widget === 'text' || question.widget === 'textarea')
    .filter(
      (question) => question.constraints.format === undefined && question.constraints.pattern === undefined,
    );
}
