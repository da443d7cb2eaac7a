import type { Answers } from '#form/definition/definition.ts';
import { questionsOf, type FormPart } from '#form/definition/form-part.ts';
import { answerByKey } from '#form/definition/answer.ts';
import type { MergedAnswersRow } from '#server/student-tables/save-statements.ts';
import { listText } from '#texts/language.ts';
import { say } from '#texts/say.ts';
import { answerTexts } from '#generated/texts.ts';

/**
 * All answers of an application, as JSON. Twenty times what is in a full one; all of it is written with every save, so
 * that without a bound one student could make everybody wait.
 */
const MOST_KILOBYTES = 512;
const KILOBYTE = 1024;
/** So many of the longest answers are named. */
const NAMED = 3;

/** Worked out once for what was read; what is merged onto it follows from the change. */
const sizes = new WeakMap<Answers, number>();

/** How many bytes answers take. */
export function sizeOfAnswers(answers: Answers): number {
  const known = sizes.get(answers);
  if (known !== undefined) return known;
  const size = Object.keys(answers).reduce((sum, key) => sum + sizeOfAnswer(answers, key), 0);
  sizes.set(answers, size);
  return size;
}

function sizeOfAnswer(answers: Answers, key: string): number {
  const answer = answerByKey(answers, key);
  return answer === undefined ? 0 : Buffer.byteLength(JSON.stringify([key, answer]));
}

/**
 * What a merge that makes an application too long is refused with, under each key that makes it longer; empty where it
 * may be saved. One that is too long already may be made shorter bit by bit.
 */
export function sizeFaults(
  form: FormPart,
  stored: Answers,
  { answers: merged, changed }: MergedAnswersRow,
): Readonly<Record<string, readonly string[]>> {
  const grown = new Map(
    changed.map((key) => [key, sizeOfAnswer(merged, key) - sizeOfAnswer(stored, key)] as const),
  );
  const before = sizeOfAnswers(stored);
  const after = [...grown.values()].reduce((sum, bytes) => sum + bytes, before);
  sizes.set(merged, after);
  if (after <= Math.max(before, MOST_KILOBYTES * KILOBYTE)) return {};
  const longer = [...grown].filter(([key, bytes]) => bytes > 0 && questionsOf(form).has(key));
  const sentence = say(answerTexts.longApplication, {
    kilobytes: MOST_KILOBYTES,
    longest: listText(longestOf(form, merged), 'unit'),
  });
  return Object.fromEntries(longer.map(([key]) => [key, [sentence]]));
}

/** How the questions with the longest answers are called. */
function longestOf(form: FormPart, answers: Answers): readonly string[] {
  return [...questionsOf(form).values()]
    .map(({ key, fullLabel }) => ({ fullLabel, size: sizeOfAnswer(answers, key) }))
    .toSorted((one, other) => other.size - one.size)
    .slice(0, NAMED)
    .map(({ fullLabel }) => `“${fullLabel}”`);
}
