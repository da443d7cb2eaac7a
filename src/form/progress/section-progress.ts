import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import type { Facts, PageDefinition, Question } from '../definition/definition.ts';
import { sectionAnchor, type TitledSection } from '../definition/section-anchor.ts';
import type { ValidationErrors } from '../validation/validate-answers.ts';
import { pageSections } from './page-sections.ts';
import { type Progress, progressAmong } from './progress-among.ts';

/** A section that is shown, and how far it is. */
export type SectionProgress = Progress & {
  readonly section: TitledSection;
  /** Id of its page. */
  readonly page: string;
  /** What names it in an address. */
  readonly anchor: string;
  /** Keys of what is asked in it, without the parts. */
  readonly questions: readonly string[];
};

/**
 * How far each section of a page is that is shown now.
 *
 * @param visible the questions of the page that are asked
 * @throws ConditionError when a condition cannot be evaluated
 */
export function sectionsProgress(
  page: PageDefinition,
  visible: readonly Question[],
  facts: Facts,
): readonly SectionProgress[] {
  const shown = pageSections(page).filter(({ around }) =>
    around.every((condition) => evaluateCondition(condition, facts)),
  );
  return shown.map(({ node, keys }) => {
    const inside = visible.filter(({ key }) => keys.has(key));
    return {
      ...progressAmong(page, inside, facts),
      section: node,
      page: page.id,
      anchor: sectionAnchor(node),
      questions: inside.filter(({ partOf }) => partOf === undefined).map(({ key }) => key),
    };
  });
}

/**
 * What a student is to know of a section: nothing in it is answered; something is, and something required is not; all
 * that is required is answered; or something in it is wrong, and how much.
 */
export type SectionState =
  | { readonly kind: 'untouched'; readonly isOptional: boolean }
  | { readonly kind: 'started'; readonly open: number }
  | { readonly kind: 'complete' }
  | { readonly kind: 'toFix'; readonly wrong: number };

/**
 * The state of a section.
 *
 * @param errors what is known to be wrong: nothing before a validation
 */
export function sectionState(progress: SectionProgress, errors: ValidationErrors): SectionState {
  const wrong = progress.questions.filter((key) => Object.hasOwn(errors, key)).length;
  if (wrong > 0) return { kind: 'toFix', wrong };
  if (!progress.isStarted) return { kind: 'untouched', isOptional: progress.required === 0 };
  return progress.isComplete ? { kind: 'complete' } : { kind: 'started', open: progress.open.length };
}

/**
 * The section in which a student goes on: the furthest one with an answer while something is missing in it, else the
 * next in which something is, from there to the end and then from the beginning. Undefined when nothing is missing.
 */
export function nextSection(
  sections: readonly SectionProgress[],
  errors: ValidationErrors,
): SectionProgress | undefined {
  const furthest = Math.max(
    0,
    sections.findLastIndex(({ isStarted }) => isStarted),
  );
  const isMissing = (one: SectionProgress): boolean =>
    !one.isComplete || sectionState(one, errors).kind === 'toFix';
  return [...sections.slice(furthest), ...sections.slice(0, furthest)].find(isMissing);
}
