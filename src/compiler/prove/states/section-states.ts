import { stepsInWords } from '#compiler/prove/witness.ts';
import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { all, type Formula, not } from '#compiler/prove/solve/formula.ts';
import type { Solution } from '#compiler/prove/solve/solve.ts';
import { holds, solve, solveWithFewest, unlessUndecided } from '#compiler/prove/solve/solve.ts';
import { fewestInstances } from '#form/answers/instances.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { addAnothersOf } from '#form/definition/form-part.ts';
import { type Aspect, aspectsOf, meetingAspects } from './aspects.ts';
import { type FormSection, formSections, sectionAppearance } from './form-sections.ts';

/** A section in one of its states. */
export type SectionState = {
  readonly section: FormSection;
  readonly caption: string;
  /** State with the fewest answers. */
  readonly state: FormState;
  /** False if the section is hidden. */
  readonly isShown: boolean;
};

/** Maximum number of combined states per group; beyond it aspects are combined pairwise. */
const MAX_STATES = 48;

/**
 * Lists every section in every distinct state (decision 13): initially, and with everything else that can be visible,
 * required or offered. Related aspects are shown in all possible combinations, others individually. Complete unless
 * the solver gives up.
 *
 * @param now reference date for calendar bounds and lists of years
 */
export function sectionStates(definition: FormDefinition, now: Date): readonly SectionState[] {
  const model = new FormModel(definition, now);
  const found: SectionState[] = [];
  for (const section of formSections(definition)) found.push(...statesOf(section, model));
  return found;
}

function statesOf(section: FormSection, model: FormModel): readonly SectionState[] {
  const { definition } = model;
  const { aspects, countings } = aspectsOf(definition, section);
  const states: FormState[] = [{ answers: {}, tabs: {}, counts: {} }];
  for (const meeting of meetingAspects(aspects, model)) {
    for (const solution of combinationsOf(meeting, model)) {
      states.push({ ...model.stateOf(solution), counts: meeting[0]?.counts ?? {} });
    }
  }
  for (const { around, counts } of countings) {
    const solution = solutionOrUndefined(() => solveWithFewest(formulasOf(around, model), model.laws));
    if (solution) states.push({ ...model.stateOf(solution), counts });
  }
  const byLook = new Map<string, SectionState>();
  for (const state of states) {
    const look = sectionAppearance(definition, section, state);
    const name = JSON.stringify(look);
    if (byLook.has(name)) continue;
    const caption = captionOf(state, definition);
    byLook.set(name, { section, caption, state, isShown: look.length > 0 });
  }
  return [...byLook.values()];
}

/** Returns the answers, clicks and added instances of a state. */
function captionOf(state: FormState, definition: FormDefinition): string {
  const { given, clicks } = stepsInWords(state, definition);
  const added = Object.entries(state.counts).flatMap(([id, count]) => countInWords(definition, id, count));
  return [...given, ...clicks, ...added].join(', ') || 'Nothing is answered yet';
}

/** `“Sibling 2” to “Sibling 5” are added`. */
function countInWords(definition: FormDefinition, id: string, count: number): readonly string[] {
  return addAnothersOf(definition).flatMap((node) => {
    if (node.id !== id) return [];
    const [first, ...more] = node.instances.slice(fewestInstances(node), count).map(({ title }) => title);
    const last = more.at(-1);
    return last === undefined ? [`“${first}” is added`] : [`“${first}” to “${last}” are added`];
  });
}

/** Returns a smallest solution per combination of aspects. */
function combinationsOf(meeting: readonly Aspect[], model: FormModel): readonly Solution[] {
  const ways: Solution[] = [];
  const others: Formula[] = [];
  for (;;) {
    const found = solutionOrUndefined(() => solve(others, model.laws));
    if (!found) return ways;
    if (ways.length === MAX_STATES && meeting.length > 2) return pairCombinations(meeting, model);
    const way = all(meeting.map((aspect) => asIn(found, aspect, model)));
    ways.push(solutionOrUndefined(() => solveWithFewest([way], model.laws)) ?? found);
    others.push(not(way));
  }
}

function pairCombinations(meeting: readonly Aspect[], model: FormModel): readonly Solution[] {
  const ways: Solution[] = [];
  for (const [index, one] of meeting.entries()) {
    for (const other of meeting.slice(index + 1)) ways.push(...combinationsOf([one, other], model));
  }
  return ways;
}

/** Formula: an aspect is as in a solution: true, false, or irrelevant since hidden. */
function asIn(solution: Solution, { around, own }: Aspect, model: FormModel): Formula {
  const shown = all(formulasOf(around, model));
  if (!holds(shown, solution)) return not(shown);
  const formula = model.formula(own);
  return all([shown, holds(formula, solution) ? formula : not(formula)]);
}

function formulasOf(conditions: Aspect['around'], model: FormModel): readonly Formula[] {
  return conditions.map((condition) => model.formula(condition));
}

function solutionOrUndefined(find: () => Solution | undefined): Solution | undefined {
  return unlessUndecided(find, () => undefined);
}
