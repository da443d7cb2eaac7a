import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { Answers } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';

/** Counts answered questions among `keys`; a month with its year counts once. */
export function countAnswered(form: FormPart, answers: Answers, keys: Iterable<string>): number {
  const questions = questionsOf(form);
  const owners = [...keys]
    .filter((key) => isAnswered(answerByKey(answers, key)))
    .flatMap((key) => questions.get(key) ?? [])
    .map(({ key, partOf }) => partOf ?? key);
  return new Set(owners).size;
}
