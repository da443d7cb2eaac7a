import { isAnswered, answerByKey } from '../definition/answer.ts';
import type { Facts, PageDefinition, Question } from '../definition/definition.ts';
import { questionsOf } from '../definition/form-part.ts';
import { isRequired } from '../answers/visible-questions.ts';

/**
 * How far a section, a page or a form is. Counted are questions as a student sees them: a month with its year is one,
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
 * How far some of the visible questions of a page are.
 *
 * @throws ConditionError when a condition cannot be evaluated
 */
export function progressAmong(page: PageDefinition, visible: readonly Question[], facts: Facts): Progress {
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
