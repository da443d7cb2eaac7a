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
import { allNodes, confirmationsOf, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import { ATTACHED, isDocumentQuestion } from '#form/documents/document-answers.ts';
import { type ValidationErrors, validateAnswers } from '#form/validation/validate-answers.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { isAnswerable } from '#test/support/answerable.ts';
import { madeAnswers } from './made-answers.ts';

/** How often what turned out wrong is answered anew, each time otherwise. */
const MENDINGS = 20;

/** What somebody decides in an application; all else follows from it or does not matter. */
export type Decisions = {
  /** '' leaves a question empty. */
  readonly answers: Answers;
  readonly tabs?: FormState['tabs'];
  readonly counts?: FormState['counts'];
};

type Making = { readonly seed: string; readonly now: Date };

/**
 * An application in which everything that is asked is answered rightly: as decided where the form allows it, and as
 * {@link madeAnswers} makes it elsewhere. The same seed gives the same answers, whatever else the form asks. A
 * confirmation is opened for a decided answer alone. Documents are attached, not answered: they count as if they were.
 *
 * @throws Error when an answer stays wrong: the sentences say which
 */
export function completeApplication(
  form: FormDefinition,
  decisions: Decisions,
  { seed, now }: Making,
): FormState {
  const maker: Maker = { form, decisions, seed, now, judge: judgeOf(form, now) };
  let state: FormState = { answers: {}, tabs: knownTabs(form, decisions), counts: decisions.counts ?? {} };
  let wrong: ValidationErrors = {};
  for (let mending = 0; mending <= MENDINGS; mending += 1) {
    const anew = new Set(Object.keys(wrong).flatMap((key) => concerned(form, key)));
    state = answerAll({ ...maker, seed: mending === 0 ? seed : `${seed} ${mending}` }, state, anew);
    wrong = maker.judge(state);
    if (Object.keys(wrong).length === 0) return trimmed(form, state);
  }
  throw new Error(`The application of "${seed}" stays wrong: ${JSON.stringify(wrong)}`);
}

type Maker = Making & {
  readonly form: FormDefinition;
  readonly decisions: Decisions;
  readonly judge: Judge;
};

/** What is wrong with an application, or with one page of it. */
type Judge = (state: FormState, pageId?: string) => ValidationErrors;

/** Answers, one after the other, what shows and is not answered yet, until nothing new shows. */
function answerAll(maker: Maker, before: FormState, wrong: ReadonlySet<string>): FormState {
  const { form } = maker;
  const kept = Object.entries(before.answers).filter(([key]) => !wrong.has(key));
  const settled = new Set(kept.map(([key]) => key));
  let state: FormState = { ...before, answers: Object.fromEntries(kept) };
  let left = 20 * questionsOf(form).size;
  for (let next = nextIn(form, state, settled); next; next = nextIn(form, state, settled)) {
    if ((left -= 1) < 0)
      throw new Error(`Answers of "${maker.seed}" hide each other, "${next.key}" among them.`);
    settled.add(next.key);
    const answer = rightAnswer(maker, state, { question: next, isWrong: wrong.has(next.key) });
    if (answer === undefined) continue;
    const { answers, cleared } = clearHidden(form, withAnswer(state, next.key, answer));
    state = { ...state, answers };
    for (const key of cleared) settled.delete(key);
  }
  return state;
}

/** The first question that is asked and not settled; what its widget writes beside it comes before it. */
function nextIn(form: FormDefinition, state: FormState, settled: ReadonlySet<string>): Question | undefined {
  const open = visibleQuestions(form, state).filter(
    (question) => isAnswerable(form, question) && !settled.has(question.key),
  );
  return open.find(({ key }) => open[0]?.parts.includes(key)) ?? open[0];
}

function rightAnswer(
  { form, decisions, seed, now, judge }: Maker,
  state: FormState,
  { question, isWrong }: { readonly question: Question; readonly isWrong: boolean },
): AnswerValue | undefined {
  const { key, type } = question;
  const decided = Object.hasOwn(decisions.answers, key) ? decisions.answers[key] : undefined;
  const isClosed = !isAnswered(decided) && confirmationsOf(form).some(({ keys }) => keys.includes(key));
  if ((decided === '' || isClosed) && !isWrong) return undefined;
  const candidates = [
    ...(isAnswered(decided) ? [decided] : []),
    ...madeAnswers(form, question, { answers: state.answers, now, seed }),
    ...(isWrong && type === 'boolean' ? [true] : []),
  ];
  return candidates.find((answer) => !(key in judge(withAnswer(state, key, answer), question.page)));
}

function withAnswer(state: FormState, key: string, answer: AnswerValue): FormState {
  return { ...state, answers: { ...state.answers, [key]: answer } };
}

/** Judges an application as if its documents were attached. */
function judgeOf(form: FormDefinition, now: Date): Judge {
  const validators = compileValidators(form);
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

/** The keys of a question, of its parts, and of what its answer is compared with. */
function concerned(form: FormDefinition, key: string): readonly string[] {
  const { parts = [], relations = [] } = questionsOf(form).get(key) ?? {};
  return [key, ...parts, ...relations.flatMap(({ targetKeys }) => targetKeys)];
}

/** The decided tabs that the form has. */
function knownTabs(form: FormDefinition, { tabs = {} }: Decisions): FormState['tabs'] {
  const known = tabGroupsOf(form).filter((group) => group.tabs.some(({ id }) => id === tabs[group.id]));
  return Object.fromEntries(known.map(({ id }) => [id, tabs[id] ?? '']));
}

/** Without emptied answers, and with the counts that the answers need. */
function trimmed(form: FormDefinition, { answers, tabs }: FormState): FormState {
  const given = Object.fromEntries(Object.entries(answers).filter(([, value]) => isAnswered(value)));
  const counts = form.pages
    .flatMap(({ layout }) => allNodes(layout))
    .flatMap((node) =>
      node.kind === 'addAnother'
        ? [[node.id, instanceCount(node, { answers: given, counts: {} })] as const]
        : [],
    );
  return { answers: given, tabs, counts: Object.fromEntries(counts.filter(([, count]) => count > 1)) };
}
