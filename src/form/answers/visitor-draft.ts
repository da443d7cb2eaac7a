import type { Answers, FormState, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { companionKey, EMPTY_ANSWER, isAnswered, answerByKey } from '../definition/answer.ts';
import { storedLabel } from './retired-choices.ts';
import { isSameAnswer } from './merge-answers.ts';
import { visibleQuestions } from './visible-questions.ts';

/** A question, with those that follow from it, answered differently before log-in and in the account. */
export type DraftConflict = {
  /** The question that the others follow. */
  readonly key: string;
  readonly mine: Answers;
  /** What is saved under the same keys. */
  readonly saved: Answers;
};

/** The answers that were given before the log-in, and what they are compared with. */
export type DraftComparison = {
  /** The whole form. */
  readonly form: FormPart;
  /** What the account has. */
  readonly state: FormState;
  readonly draft: Answers;
};

/** Lists where the visitor draft and the account differ, in form order. Empty answers conflict with nothing. */
export function findDraftConflicts({ form, state, draft }: DraftComparison): readonly DraftConflict[] {
  const questions = questionsOf(form);
  const saved = state.answers;
  const isIn = (question: Question | undefined): question is Question => {
    if (!question) return false;
    const [mine, theirs] = [answerByKey(draft, question.key), answerByKey(saved, question.key)];
    // Also what is the same is in it: it would be cleared with a change of what it follows.
    if (isIn(leaderOf(questions, question))) return isAnswered(mine) || isAnswered(theirs);
    return isAnswered(mine) && isAnswered(theirs) && !isSameAnswer(mine, theirs);
  };
  const topOf = (question: Question): Question => {
    const leader = leaderOf(questions, question);
    return isIn(leader) ? topOf(leader) : question;
  };
  const groups = new Map<string, DraftConflict>();
  for (const question of questions.values()) {
    if (!isIn(question)) continue;
    const top = topOf(question).key;
    const group = groups.get(top) ?? { key: top, mine: {}, saved: {} };
    groups.set(top, {
      key: top,
      mine: { ...group.mine, [question.key]: answerByKey(draft, question.key) ?? EMPTY_ANSWER },
      saved: { ...group.saved, [question.key]: answerByKey(saved, question.key) ?? EMPTY_ANSWER },
    });
  }
  return [...groups.values()];
}

/** Returns the draft answers to take: for empty questions that are shown, and in the `chosen` conflicts. */
export function answersToTake(comparison: DraftComparison, chosen: ReadonlySet<string>): Answers {
  const { form, state, draft } = comparison;
  const conflicts = findDraftConflicts(comparison);
  const picked = Object.assign({}, ...conflicts.filter(({ key }) => chosen.has(key)).map(({ mine }) => mine));
  const isDecided = (key: string): boolean => conflicts.some(({ mine }) => Object.hasOwn(mine, key));
  const fillable = [...questionsOf(form).keys()].filter(
    (key) => isAnswered(answerByKey(draft, key)) && !isAnswered(state.answers[key]) && !isDecided(key),
  );
  const taken = { ...picked, ...keepAsked(comparison, picked, fillable) };
  return { ...taken, ...labelsOf(comparison, taken) };
}

/** The labels that came along: of what is not offered any more nothing else knows them. */
function labelsOf({ form, draft }: DraftComparison, taken: Answers): Answers {
  const questions = questionsOf(form);
  return Object.fromEntries(
    Object.keys(taken).flatMap((key) => {
      const question = questions.get(key);
      const label = question && storedLabel(question, draft);
      return label === undefined ? [] : [[companionKey(key), label]];
    }),
  );
}

/** Without the answers of questions that are not asked; dropping one may hide another. */
function keepAsked(
  { form, state, draft }: DraftComparison,
  picked: Answers,
  keys: readonly string[],
): Answers {
  const filled = Object.fromEntries(keys.map((key) => [key, answerByKey(draft, key) ?? EMPTY_ANSWER]));
  const whole = { ...state, answers: { ...state.answers, ...picked, ...filled } };
  const asked = new Set(visibleQuestions(form, whole).map(({ key }) => key));
  const kept = keys.filter((key) => asked.has(key));
  return kept.length === keys.length ? filled : keepAsked({ form, state, draft }, picked, kept);
}

/** The question whose answer this one goes with: that of its widget, or the one that decides what it offers. */
function leaderOf(questions: ReadonlyMap<string, Question>, question: Question): Question | undefined {
  return questions.get(question.partOf ?? question.dependsOn?.valueKey ?? '');
}
