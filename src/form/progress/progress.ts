import { withoutHidden } from '../answers/clear-hidden.ts';
import { toFacts } from '../answers/facts.ts';
import { visibleQuestions } from '../answers/visible-questions.ts';
import type { FormState } from '../definition/definition.ts';
import { type FormPart, pagesOf } from '../definition/form-part.ts';
import { type Progress, type SectionProgress, progressAmong, sectionsProgress } from './section-progress.ts';

/** Progress of a form. */
export type FormProgress = {
  /** By page ID, in form order. */
  readonly pages: Readonly<Record<string, Progress>>;
  /** Sections of all pages in form order. Some questions are in none. */
  readonly sections: readonly SectionProgress[];
  readonly total: Pick<Progress, 'required' | 'open'>;
};

/**
 * Computes the progress of the form, its pages and their sections, without hidden answers.
 *
 * @param isAccepted whether Submit would accept the answer to a question; default: any answer
 */
export function formProgress(
  form: FormPart,
  state: FormState,
  isAccepted: (key: string) => boolean = () => true,
): FormProgress {
  const cleared = withoutHidden(form, state);
  const facts = toFacts(form, cleared);
  const known = { facts, isAccepted };
  const counted = pagesOf(form).map((page) => {
    const visible = visibleQuestions(page, cleared, facts);
    const sections = sectionsProgress(page, visible, known);
    return { id: page.id, progress: progressAmong(page, visible, known), sections };
  });
  return {
    pages: Object.fromEntries(counted.map(({ id, progress }) => [id, progress])),
    sections: counted.flatMap(({ sections }) => sections),
    total: {
      required: counted.reduce((sum, { progress }) => sum + progress.required, 0),
      open: counted.flatMap(({ progress }) => progress.open),
    },
  };
}
