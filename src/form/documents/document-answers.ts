import type { Answers, LayoutNode, Question } from '../definition/definition.ts';
import { type FormPart, questionKeysIn, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { EMPTY_ANSWER } from '../definition/answer.ts';

/** The answer of a document question whose document is there (docs/behavior.md 3.1). */
export const ATTACHED = 'ANSWERED';

/** True for a question that is answered with a file. */
export function isDocumentQuestion({ summaryFormat }: Pick<Question, 'summaryFormat'>): boolean {
  return summaryFormat === 'document';
}

/** Keys of the document questions, in the order of the form. */
export const documentKeysOf = memoizeByObject((part: FormPart): ReadonlySet<string> => {
  const questions = [...questionsOf(part).values()].filter(isDocumentQuestion);
  return new Set(questions.map(({ key }) => key));
});

/** Keys of the document questions in these nodes, such as those of a tab. */
export function documentKeysIn(part: FormPart, nodes: readonly LayoutNode[]): readonly string[] {
  const keys = documentKeysOf(part);
  return questionKeysIn(nodes).filter((key) => keys.has(key));
}

/** What each document question is answered with: {@link ATTACHED} for the keys given, empty for the others. */
export function documentAnswersOf(
  part: FormPart,
  attached: ReadonlySet<string>,
): Readonly<Record<string, typeof ATTACHED | typeof EMPTY_ANSWER>> {
  const keys = [...documentKeysOf(part)];
  return Object.fromEntries(keys.map((key) => [key, attached.has(key) ? ATTACHED : EMPTY_ANSWER]));
}

/** The answers without those of document questions, which nobody but the server gives. */
export function withoutDocumentAnswers(part: FormPart, answers: Answers): Answers {
  const keys = documentKeysOf(part);
  if (![...keys].some((key) => Object.hasOwn(answers, key))) return answers;
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !keys.has(key)));
}
