import type { Answers, FormState, Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { companionKey, EMPTY_ANSWER, isAnswered, answerByKey } from '../definition/answer.ts';
import { storedLabel } from './retired-choices.ts';
import { isSameAnswer } from './merge-answers.ts';
import { visibleQuestions } from './visible-questions.ts';

/** A question and its dependents, answered differently in the draft and the account. */
export type DraftConflict = {
  /** The controlling question. */
  readonly key: string;
  readonly mine: Answers;
  /** Saved answers for the same keys. */
  readonly saved: Answers;
};

/** The visitor draft and the account to compare it with. */
export type DraftComparison = {
  readonly form: FormPart;
  readonly state: FormState;
  readonly draft: Answers;
};

/** Lists conflicts between visitor draft and account, in form order. Empty answers never conflict. */
export function findDraftConflicts({ form, state, draft }: DraftComparison): readonly DraftConflict[] {
  const questions = questionsOf(form);
  const saved = state.answers;
  const isIn = (question: Question | undefined): question is Question => {
    if (!question) return false;
    const [mine, theirs] = [answerByKey(draft, question.key), answerByKey(saved, question.key)];
    // Includes equal answers, which a change of the controlling one would clear.
    if (isIn(controllingQuestion(questions, question))) return isAnswered(mine) || isAnswered(theirs);
    return isAnswered(mine) && isAnswered(theirs) && !isSameAnswer(mine, theirs);
  };
  const topOf = (question: Question): Question => {
    const leader = controllingQuestion(questions, question);
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

/** Returns the draft answers to apply: for empty visible questions and for `chosen` conflicts. */
export function answersToTake(comparison: DraftComparison, chosen: readonly string[] = []): Answers {
  const { form, state, draft } = comparison;
  const conflicts = findDraftConflicts(comparison);
  const picked = Object.assign(
    {},
    ...conflicts.filter(({ key }) => chosen.includes(key)).map(({ mine }) => mine),
  );
  const isDecided = (key: string): boolean => conflicts.some(({ mine }) => Object.hasOwn(mine, key));
  const fillable = [...questionsOf(form).keys()].filter(
    (key) => isAnswered(answerByKey(draft, key)) && !isAnswered(state.answers[key]) && !isDecided(key),
  );
  const taken = { ...picked, ...keepVisible(comparison, picked, fillable) };
  return { ...taken, ...labelsOf(comparison, taken) };
}

/** Draft labels, the only source for retired options. */
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

/** Drops answers of hidden questions; dropping one can hide another. */
function keepVisible(
  { form, state, draft }: DraftComparison,
  picked: Answers,
  keys: readonly string[],
): Answers {
  const filled = Object.fromEntries(keys.map((key) => [key, answerByKey(draft, key) ?? EMPTY_ANSWER]));
  const whole = { ...state, answers: { ...state.answers, ...picked, ...filled } };
  const visible = new Set(visibleQuestions(form, whole).map(({ key }) => key));
  const kept = keys.filter((key) => visible.has(key));
  return kept.length === keys.length ? filled : keepVisible({ form, state, draft }, picked, kept);
}

/** Returns the controlling question: of its widget, or of its options. */
function controllingQuestion(
  questions: ReadonlyMap<string, Question>,
  question: Question,
): Question | undefined {
  return questions.get(question.partOf ?? question.dependsOn?.valueKey ?? '');
}
