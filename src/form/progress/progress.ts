import { clearHidden } from '../answers/clear-hidden.ts';
import { isAnswered, answerByKey } from '../definition/answer.ts';
import { toFacts } from '../answers/facts.ts';
import { isRequired, visibleQuestions } from '../answers/visible-questions.ts';
import type { Facts, FormState, PageDefinition, Question } from '../definition/definition.ts';
import { type FormPart, pagesOf, questionsOf } from '../definition/form-part.ts';

/**
 * How far a page or a form is. Counted are questions as a student sees them: a month with its year is one,
 * answered when all of it that is required is answered. Whether answers are right is not asked here.
 */
export type Progress = {
  /** Visible questions that must be answered. */
  readonly required: number;
  /** How many of those are answered. */
  readonly answered: number;
  /** Keys of the others, in the order of the form. */
  readonly open: readonly string[];
  /** True once any visible question is answered, required or not. */
  readonly isStarted: boolean;
  readonly isComplete: boolean;
};

/**
 * How far one page is. Hidden answers are cleared first, so the count is the one submission will see.
 *
 * @param form the whole form, because conditions may name answers of other pages
 * @throws ConditionError when a condition cannot be evaluated
 */
export function pageProgress(form: FormPart, page: PageDefinition, state: FormState): Progress {
  const { cleared, facts } = clearedFacts(form, state);
  return progressOf(page, cleared, facts);
}

/** How far each page is, by page id in the order of the form, and how far the whole form is. */
export function formProgress(
  form: FormPart,
  state: FormState,
): { readonly pages: Readonly<Record<string, Progress>>; readonly total: Progress } {
  const { cleared, facts } = clearedFacts(form, state);
  const pages = pagesOf(form).map((page) => [page.id, progressOf(page, cleared, facts)] as const);
  return { pages: Object.fromEntries(pages), total: sumOfProgress(pages.map(([, progress]) => progress)) };
}

function clearedFacts(
  form: FormPart,
  state: FormState,
): { readonly cleared: FormState; readonly facts: Facts } {
  const cleared = { ...state, answers: clearHidden(form, state).answers };
  return { cleared, facts: toFacts(form, cleared) };
}

function progressOf(page: PageDefinition, state: FormState, facts: Facts): Progress {
  const visible = visibleQuestions(page, state, facts);
  const shown = visible.filter((question) => question.partOf === undefined);
  const required = shown.filter((question) => requiredKeys(page, question, facts).length > 0);
  const open = required.filter((question) =>
    requiredKeys(page, question, facts).some((key) => !isAnswered(answerByKey(facts, key))),
  );
  return {
    required: required.length,
    answered: required.length - open.length,
    open: open.map((question) => question.key),
    isStarted: visible.some((question) => isAnswered(answerByKey(facts, question.key))),
    isComplete: open.length === 0,
  };
}

/** Which of a question's own key and its parts must be answered. */
function requiredKeys(page: PageDefinition, question: Question, facts: Facts): readonly string[] {
  const questions = questionsOf(page);
  return [question.key, ...question.parts].filter((key) => {
    const member = questions.get(key);
    return member !== undefined && isRequired(member, facts);
  });
}

function sumOfProgress(pages: readonly Progress[]): Progress {
  return {
    required: pages.reduce((total, page) => total + page.required, 0),
    answered: pages.reduce((total, page) => total + page.answered, 0),
    open: pages.flatMap((page) => page.open),
    isStarted: pages.some((page) => page.isStarted),
    isComplete: pages.every((page) => page.isComplete),
  };
}
