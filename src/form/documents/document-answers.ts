import type { Answers, LayoutNode, Question } from '../definition/definition.ts';
import { type FormPart, questionKeysIn, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { EMPTY_ANSWER } from '../definition/answer.ts';
import { ANY_FILE, type FileRules, fileRulesOf } from './file-rules.ts';

/** Answer of a document question with an attached document (docs/behavior.md 3.1). */
export const ATTACHED = 'ANSWERED';

/** Whether a question is answered with a file. */
export function isDocumentQuestion({ summaryFormat }: Pick<Question, 'summaryFormat'>): boolean {
  return summaryFormat === 'document';
}

/** Keys of the document questions, in form order. */
export const documentKeysOf = memoizeByObject((part: FormPart): ReadonlySet<string> => {
  const questions = [...questionsOf(part).values()].filter(isDocumentQuestion);
  return new Set(questions.map(({ key }) => key));
});

/** Returns the files that the question with this key accepts. */
export function fileRulesIn(part: FormPart, key: string): FileRules {
  const question = questionsOf(part).get(key);
  return question ? fileRulesOf(question) : ANY_FILE;
}

/** Returns the document questions in these nodes, such as a tab. */
export function documentKeysIn(part: FormPart, nodes: readonly LayoutNode[]): readonly string[] {
  const keys = documentKeysOf(part);
  return questionKeysIn(nodes).filter((key) => keys.has(key));
}

/** Returns the answer of each document question: {@link ATTACHED} or empty. */
export function documentAnswersOf(
  part: FormPart,
  attached: ReadonlySet<string>,
): Readonly<Record<string, typeof ATTACHED | typeof EMPTY_ANSWER>> {
  const keys = [...documentKeysOf(part)];
  return Object.fromEntries(keys.map((key) => [key, attached.has(key) ? ATTACHED : EMPTY_ANSWER]));
}

/** Removes answers of document questions, which only the server sets. */
export function withoutDocumentAnswers(part: FormPart, answers: Answers): Answers {
  const keys = documentKeysOf(part);
  if (![...keys].some((key) => Object.hasOwn(answers, key))) return answers;
  return Object.fromEntries(Object.entries(answers).filter(([key]) => !keys.has(key)));
}
