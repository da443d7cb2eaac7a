import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { all, type Formula, not } from '#compiler/prove/solve/formula.ts';
import type { Solution } from '#compiler/prove/solve/solve.ts';
import { holds, solve, solveWithFewest, unlessUndecided } from '#compiler/prove/solve/solve.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { type Aspect, aspectsOf, meetingAspects } from './aspects.ts';
import { type FormSection, formSections, lookOf } from './form-sections.ts';
import { stateCaption } from './state-words.ts';

/** A section in one of its states. */
export type SectionState = {
  readonly section: FormSection;
  /** What is answered, in words. */
  readonly caption: string;
  /** With the fewest answers that lead there. */
  readonly state: FormState;
  /** False where the section is hidden. */
  readonly isShown: boolean;
};

/** Of more states than these, which meet in one place, each two aspects are shown in all ways, not all together. */
const MANY = 48;

/**
 * Every section of a form in every state that differs (decision 13): as it is at first, and then whatever else shows,
 * is required or is offered. Aspects that have to do with each other are shown in all ways in which they can be
 * together, the others one at a time. It is complete unless the solver gives up.
 *
 * @param now the day from which calendar bounds and lists of years are counted
 */
export function sectionStates(definition: FormDefinition, now: Date): readonly SectionState[] {
  const model = new FormModel(definition, now);
  const found: SectionState[] = [];
  for (const section of formSections(definition)) found.push(...statesOf(section, model, now));
  return found;
}

function statesOf(section: FormSection, model: FormModel, now: Date): readonly SectionState[] {
  const { definition } = model;
  const { aspects, countings } = aspectsOf(definition, section);
  const states: FormState[] = [{ answers: {}, tabs: {}, counts: {} }];
  for (const meeting of meetingAspects(aspects, model)) {
    for (const solution of waysOf(meeting, model)) {
      states.push({ ...model.stateOf(solution), counts: meeting[0]?.counts ?? {} });
    }
  }
  for (const { around, counts } of countings) {
    const solution = foundOrNone(() => solveWithFewest(formulasOf(around, model), model.laws));
    if (solution) states.push({ ...model.stateOf(solution), counts });
  }
  const byLook = new Map<string, SectionState>();
  for (const state of states) {
    const look = lookOf(definition, section, state);
    const name = JSON.stringify(look);
    if (byLook.has(name)) continue;
    const caption = stateCaption(state, { definition, now, isSame: (other) => isLike(other, name) });
    byLook.set(name, { section, caption, state, isShown: look.length > 0 });
  }
  return [...byLook.values()];

  function isLike(other: FormState, name: string): boolean {
    return JSON.stringify(lookOf(definition, section, other)) === name;
  }
}

/** A smallest solution for each way in which aspects can be together. */
function waysOf(meeting: readonly Aspect[], model: FormModel): readonly Solution[] {
  const ways: Solution[] = [];
  const others: Formula[] = [];
  for (;;) {
    const found = foundOrNone(() => solve(others, model.laws));
    if (!found) return ways;
    if (ways.length === MANY && meeting.length > 2) return waysOfPairs(meeting, model);
    const way = all(meeting.map((aspect) => asIn(found, aspect, model)));
    ways.push(foundOrNone(() => solveWithFewest([way], model.laws)) ?? found);
    others.push(not(way));
  }
}

function waysOfPairs(meeting: readonly Aspect[], model: FormModel): readonly Solution[] {
  const ways: Solution[] = [];
  for (const [index, one] of meeting.entries()) {
    for (const other of meeting.slice(index + 1)) ways.push(...waysOf([one, other], model));
  }
  return ways;
}

/** That an aspect is as in a solution: true, false, or of no matter because what is around it is hidden. */
function asIn(solution: Solution, { around, own }: Aspect, model: FormModel): Formula {
  const shown = all(formulasOf(around, model));
  if (!holds(shown, solution)) return not(shown);
  const formula = model.formula(own);
  return all([shown, holds(formula, solution) ? formula : not(formula)]);
}

function formulasOf(conditions: Aspect['around'], model: FormModel): readonly Formula[] {
  return conditions.map((condition) => model.formula(condition));
}

function foundOrNone(find: () => Solution | undefined): Solution | undefined {
  return unlessUndecided(find, () => undefined);
}
