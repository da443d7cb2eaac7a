import type { Question } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { ATTACHED, isDocumentQuestion } from '../documents/document-answers.ts';
import { ANSWER_LIMITS, companionKey, EMPTY_ANSWER } from '../definition/answer.ts';
import { say, answerTexts } from '#texts/say.ts';

/**
 * Validates keys and types before saving; drafts can be invalid otherwise.
 *
 * @param delta the `answer` of PUT /api/answer, as parsed from JSON
 * @returns key → messages for rejected answers; empty if all can be saved
 */
export function checkAnswers(
  part: FormPart,
  delta: Readonly<Record<string, unknown>>,
): Readonly<Record<string, readonly string[]>> {
  const expected = expectedTypes(part);
  const refused = Object.entries(delta).flatMap(([key, value]) => {
    const type = expected.get(key);
    const sentence = type ? faultOf(type, value) : say(answerTexts.notAsked);
    return sentence === undefined ? [] : [[key, [sentence]] as const];
  });
  return Object.fromEntries(refused);
}

type ExpectedType = Question['type'] | 'document';

const expectedTypes = memoizeByObject((part: FormPart): ReadonlyMap<string, ExpectedType> => {
  const types = new Map<string, ExpectedType>();
  for (const question of questionsOf(part).values()) {
    types.set(question.key, isDocumentQuestion(question) ? 'document' : question.type);
    if (question.companion) types.set(companionKey(question.key), 'string');
  }
  return types;
});

function faultOf(type: ExpectedType, value: unknown): string | undefined {
  if (value === EMPTY_ANSWER) return undefined;
  switch (type) {
    case 'document':
      return value === ATTACHED ? undefined : say(answerTexts.byAttaching);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : say(answerTexts.notBoolean);
    case 'integer':
    case 'number':
      return Number.isFinite(value) ? undefined : say(answerTexts.notNumber);
    case 'array':
      return faultOfList(value);
    default:
      return faultOfText(value);
  }
}

function faultOfList(value: unknown): string | undefined {
  if (!Array.isArray(value)) return say(answerTexts.notList);
  if (value.length > ANSWER_LIMITS.items) return say(answerTexts.longList, { items: ANSWER_LIMITS.items });
  return value.map((item: unknown) => faultOfText(item)).find((fault) => fault !== undefined);
}

/** PostgreSQL cannot store NUL or lone surrogates; rejecting them here gives a message instead of an error. */
function faultOfText(value: unknown): string | undefined {
  if (typeof value !== 'string') return say(answerTexts.notText);
  if (value.length > ANSWER_LIMITS.characters) {
    return say(answerTexts.longText, { characters: ANSWER_LIMITS.characters });
  }
  return value.includes('\0') || !value.isWellFormed() ? say(answerTexts.notStorable) : undefined;
}
