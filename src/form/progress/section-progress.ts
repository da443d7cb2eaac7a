import { isRequired } from '../answers/visible-questions.ts';
import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import { answerByKey, isAnswered } from '../definition/answer.ts';
import type { Condition, Facts, PageDefinition, Question } from '../definition/definition.ts';
import { keysIn, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import {
  type TitledSection,
  isTitledSection,
  layoutSteps,
  sectionAnchor,
} from '../definition/layout-steps.ts';
import type { ValidationErrors } from '../validation/validate-answers.ts';

/** A titled section of a page. */
type PageSection = {
  readonly node: TitledSection;
  /** Conditions of its ancestors and its own. */
  readonly around: readonly Condition[];
  /** Keys of its questions, including widget parts. */
  readonly keys: ReadonlySet<string>;
};

/** Lists the top-level titled sections of a page, outside repeatable groups. */
const pageSections = memoizeByObject((page: PageDefinition): readonly PageSection[] =>
  layoutSteps(page).flatMap(({ node, path, conditions, instance }) => {
    const isInside = instance !== undefined || path.some((step) => isTitledSection(step.node));
    if (!isTitledSection(node) || isInside) return [];
    const around = node.visibleWhen ? [...conditions, node.visibleWhen] : conditions;
    return [{ node, around, keys: new Set(keysIn(page, [node])) }];
  }),
);

/** A visible section with its progress. */
export type SectionProgress = Progress & {
  readonly section: TitledSection;
  readonly page: string;
  readonly anchor: string;
  /** Keys of its visible questions, without parts. */
  readonly questions: readonly string[];
};

/** Computes the progress of each visible section of a page from its `visible` questions. */
export function sectionsProgress(
  page: PageDefinition,
  visible: readonly Question[],
  known: KnownAnswers,
): readonly SectionProgress[] {
  const { facts } = known;
  const shown = pageSections(page).filter(({ around }) =>
    around.every((condition) => evaluateCondition(condition, facts)),
  );
  return shown.map(({ node, keys }) => {
    const inside = visible.filter(({ key }) => keys.has(key));
    return {
      ...progressAmong(page, inside, known),
      section: node,
      page: page.id,
      anchor: sectionAnchor(node),
      questions: inside.filter(({ partOf }) => partOf === undefined).map(({ key }) => key),
    };
  });
}

/** State of a section: empty, started with `open` required questions, complete, or with errors. */
export type SectionState =
  | { readonly kind: 'untouched'; readonly isOptional: boolean }
  | { readonly kind: 'started'; readonly open: number }
  | { readonly kind: 'complete' }
  | { readonly kind: 'toFix'; readonly wrong: number };

/** Returns the state of a section, given the errors known so far. */
export function sectionState(progress: SectionProgress, errors: ValidationErrors): SectionState {
  const wrong = progress.questions.filter((key) => Object.hasOwn(errors, key)).length;
  if (wrong > 0) return { kind: 'toFix', wrong };
  if (!progress.isStarted) return { kind: 'untouched', isOptional: progress.required === 0 };
  return progress.isComplete ? { kind: 'complete' } : { kind: 'started', open: progress.open.length };
}

/** Returns the section to continue: the last started one, else the next incomplete one. */
export function nextSection(
  sections: readonly SectionProgress[],
  errors: ValidationErrors,
): SectionProgress | undefined {
  const furthest = Math.max(
    0,
    sections.findLastIndex(({ isStarted }) => isStarted),
  );
  const isMissing = (one: SectionProgress): boolean =>
    one.open.length > 0 || sectionState(one, errors).kind === 'toFix';
  return [...sections.slice(furthest), ...sections.slice(0, furthest)].find(isMissing);
}

/** Facts, and whether Submit would accept the answer to a question. */
export type KnownAnswers = { readonly facts: Facts; readonly isAccepted: (key: string) => boolean };

/** Progress of a section, page or form in questions; a month with its year counts once. */
export type Progress = {
  readonly required: number;
  /** Keys of those without an answer, in form order. */
  readonly open: readonly string[];
  /** True if any visible question is answered, required or not. */
  readonly isStarted: boolean;
  /** Whether Submit would find nothing missing or invalid. */
  readonly isComplete: boolean;
};

/** Computes the progress among some visible questions of a page. */
export function progressAmong(
  page: PageDefinition,
  visible: readonly Question[],
  { facts, isAccepted }: KnownAnswers,
): Progress {
  const shown = visible.filter((question) => question.partOf === undefined);
  const required = shown.filter((question) => requiredKeys(page, question, facts).length > 0);
  const open = required.filter((question) =>
    requiredKeys(page, question, facts).some((key) => !isAnswered(answerByKey(facts, key))),
  );
  return {
    required: required.length,
    open: open.map((question) => question.key),
    isStarted: visible.some((question) => isAnswered(answerByKey(facts, question.key))),
    isComplete: open.length === 0 && shown.every(({ key }) => isAccepted(key)),
  };
}

/** Returns the required keys among a question and its parts. */
function requiredKeys(page: PageDefinition, question: Question, facts: Facts): readonly string[] {
  const questions = questionsOf(page);
  return [question.key, ...question.parts].filter((key) => {
    const member = questions.get(key);
    return member !== undefined && isRequired(member, facts);
  });
}
