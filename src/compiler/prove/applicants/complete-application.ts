import { dayOf } from '#form/conditions/date-offset.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { instanceCount } from '#form/answers/instances.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { isAnswered } from '#form/definition/answer.ts';
import type {
  Answers,
  AnswerValue,
  FormDefinition,
  FormState,
  Question,
} from '#form/definition/definition.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { addAnothersOf, confirmationsOf, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import { ATTACHED, isDocumentQuestion } from '#form/documents/document-answers.ts';
import { type ValidationErrors, validateAnswers } from '#form/validation/validate-answers.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { isAnswerable, sampleAnswers } from './sample-answers.ts';

/** Maximum number of attempts with different answers to invalid questions. */
const MAX_CORRECTIONS = 20;

/** Chosen answers and state; everything else is derived. */
export type Decisions = {
  /** '' leaves a question empty. */
  readonly answers: Answers;
  readonly tabs?: FormState['tabs'];
  readonly counts?: FormState['counts'];
};

/** Options for generating an application. */
export type CompletionOptions = {
  readonly seed: string;
  readonly now: Date;
  /** Questions to leave unanswered unless invalid. Default: those in a closed confirmation. */
  readonly leaveEmpty?: (question: Question, state: FormState) => boolean;
  /** Chooses another valid answer than the sample. */
  readonly choose?: (sample: Sample) => AnswerValue | undefined;
};

/** A question's first valid answer, if any, and which others are valid. */
export type Sample = {
  readonly question: Question;
  readonly state: FormState;
  readonly answer: AnswerValue | undefined;
  readonly isValid: (answer: AnswerValue) => boolean;
};

/** Completes a form from decisions and {@link sampleAnswers}. @throws Error if an answer stays invalid */
export function completeApplication(
  form: FormDefinition,
  decisions: Decisions,
  making: CompletionOptions,
): FormState {
  const { seed, now } = making;
  const maker: CompletionContext = { ...making, form, decisions, evaluate: evaluatorOf(form, now) };
  let state: FormState = {
    answers: {},
    tabs: knownTabs(form, decisions),
    counts: decisions.counts ?? {},
    today: dayOf(now),
  };
  let wrong: ValidationErrors = {};
  for (let corrections = 0; corrections <= MAX_CORRECTIONS; corrections += 1) {
    const repeated = new Set(Object.keys(wrong).flatMap((key) => relatedKeys(form, key)));
    state = answerAll(
      { ...maker, seed: corrections === 0 ? seed : `${seed} ${corrections}` },
      state,
      repeated,
    );
    wrong = maker.evaluate(state);
    if (Object.keys(wrong).length === 0) return withoutEmptyAnswers(form, state);
  }
  throw new Error(`The application of "${seed}" stays wrong: ${JSON.stringify(wrong)}`);
}

type CompletionContext = CompletionOptions & {
  readonly form: FormDefinition;
  readonly decisions: Decisions;
  readonly evaluate: Evaluate;
};

/** Returns the errors of an application, or of one page. */
type Evaluate = (state: FormState, pageId?: string) => ValidationErrors;

/** Answers visible unanswered questions until no new ones appear. */
function answerAll(maker: CompletionContext, before: FormState, wrong: ReadonlySet<string>): FormState {
  const { form } = maker;
  const kept = Object.entries(before.answers).filter(([key]) => !wrong.has(key));
  const settled = new Set(kept.map(([key]) => key));
  let state: FormState = { ...before, answers: Object.fromEntries(kept) };
  let attempts = 20 * questionsOf(form).size;
  for (let next = nextQuestion(form, state, settled); next; next = nextQuestion(form, state, settled)) {
    if ((attempts -= 1) < 0)
      throw new Error(`Answers of "${maker.seed}" hide each other, "${next.key}" among them.`);
    settled.add(next.key);
    const answer = validAnswer(maker, state, { question: next, isWrong: wrong.has(next.key) });
    if (answer === undefined) continue;
    const { answers, cleared } = clearHidden(form, withAnswer(state, next.key, answer));
    state = { ...state, answers };
    for (const key of cleared) settled.delete(key);
  }
  return state;
}

/** Returns the first visible open question; parts of its widget come first. */
function nextQuestion(
  form: FormDefinition,
  state: FormState,
  settled: ReadonlySet<string>,
): Question | undefined {
  const open = visibleQuestions(form, state).filter(
    (question) => isAnswerable(form, question) && !settled.has(question.key),
  );
  return open.find(({ key }) => open[0]?.parts.includes(key)) ?? open[0];
}

function validAnswer(
  { form, decisions, seed, now, evaluate, leaveEmpty = isInConfirmation(form), choose }: CompletionContext,
  state: FormState,
  { question, isWrong }: { readonly question: Question; readonly isWrong: boolean },
): AnswerValue | undefined {
  const { key, type } = question;
  const decided = Object.hasOwn(decisions.answers, key) ? decisions.answers[key] : undefined;
  const isEmpty = decided === '' || (decided === undefined && leaveEmpty(question, state));
  if (isEmpty && !isWrong) return undefined;
  const isValid = (answer: AnswerValue): boolean =>
    !(key in evaluate(withAnswer(state, key, answer), question.page));
  const answer = [
    ...(isAnswered(decided) ? [decided] : []),
    ...sampleAnswers(form, question, { answers: state.answers, now, seed }),
    ...(isWrong && type === 'boolean' ? [true] : []),
  ].find(isValid);
  return choose ? choose({ question, state, answer, isValid }) : answer;
}

function isInConfirmation(form: FormDefinition): (question: Question) => boolean {
  const keys = new Set(confirmationsOf(form).flatMap((each) => each.keys));
  return ({ key }) => keys.has(key);
}

function withAnswer(state: FormState, key: string, answer: AnswerValue): FormState {
  return { ...state, answers: { ...state.answers, [key]: answer } };
}

const validatorsOf = memoizeByObject(compileValidators);

/** Validates an application as if its documents were attached. */
function evaluatorOf(form: FormDefinition, now: Date): Evaluate {
  const validators = validatorsOf(form);
  return (state, pageId) => {
    const documents = visibleQuestions(form, state).filter(isDocumentQuestion);
    const attached = Object.fromEntries(documents.map(({ key }) => [key, ATTACHED]));
    return validateAnswers({
      definition: form,
      page: form.pages.find(({ id }) => id === pageId),
      state: { ...state, answers: { ...state.answers, ...attached } },
      validators,
      now,
    });
  };
}

/** Returns the keys of a question, its parts, and compared questions. */
function relatedKeys(form: FormDefinition, key: string): readonly string[] {
  const { parts = [], relations = [] } = questionsOf(form).get(key) ?? {};
  return [key, ...parts, ...relations.flatMap(({ targetKeys }) => targetKeys)];
}

/** Returns the chosen tabs that exist in the form. */
function knownTabs(form: FormDefinition, { tabs = {} }: Decisions): FormState['tabs'] {
  const known = tabGroupsOf(form).filter((group) => group.tabs.some(({ id }) => id === tabs[group.id]));
  return Object.fromEntries(known.map(({ id }) => [id, tabs[id] ?? '']));
}

/** Drops empty answers and adds the counts that the answers need. */
function withoutEmptyAnswers(form: FormDefinition, { answers, tabs }: FormState): FormState {
  const given = Object.fromEntries(Object.entries(answers).filter(([, value]) => isAnswered(value)));
  const shown = { answers: given, counts: {} };
  const counts = addAnothersOf(form).map((node) => [node.id, instanceCount(node, shown)] as const);
  return { answers: given, tabs, counts: Object.fromEntries(counts.filter(([, count]) => count > 1)) };
}
