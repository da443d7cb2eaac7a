import type { StudioPersona } from '#studio/studio-data.ts';
import { completeApplication } from '#compiler/applicants/complete-application.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { readPersonas } from '#compiler/source/personas.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';

/** The applications of the invented students to the form of a partner. */
export function inventedStudents(
  { definition, sources }: CompiledPartner,
  now: Date,
): readonly StudioPersona[] {
  return readPersonas(sources, now).map(({ name, title, ...decisions }) => {
    try {
      const state = completeApplication(definition, decisions, { seed: name, now });
      return { name, title, state, asked: visibleQuestions(definition, state).map(({ key }) => key) };
    } catch {
      // Why, the check says better.
      return { name, title, asked: [] };
    }
  });
}
