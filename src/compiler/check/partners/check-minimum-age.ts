import { questionsOf } from '#form/definition/form-part.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Report } from '#compiler/source/fault.ts';
import { meantCure } from '#compiler/source/nearest.ts';

/** What a partner names as the date of birth is a question of its form, and says how old somebody must be. */
export function checkMinimumAge(
  { definition, sources }: CompiledPartner,
  name: string,
  report: Report,
): void {
  const at = sources.cursor(`partners/${name}.json`)?.at('minimum_age')?.at('question');
  const key = at?.text();
  if (at === undefined || key === undefined) return;
  const questions = questionsOf(definition);
  const question = questions.get(key);
  if (question === undefined) {
    return report(at, {
      code: 'minimum-age',
      found: `the question "${key}", which the form does not have`,
      expected: 'the key of the question for the date of birth',
      cure: meantCure(key, questions.keys(), 'Remove "minimum_age", or add the question.'),
    });
  }
  if (question.latest === undefined || question.latest.years >= 0) {
    report(at, {
      code: 'minimum-age',
      found: `the question "${key}", which takes a date of birth of today`,
      expected: 'a question with a "latest" some years ago',
      cure: `Give ${key} a "latest" with negative years and an errorMessage, or name another question.`,
    });
  }
}
