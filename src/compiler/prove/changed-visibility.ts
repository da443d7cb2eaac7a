import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { solve, unlessUndecided } from '#compiler/prove/solve/solve.ts';
import type { Variable } from '#compiler/prove/solve/formula.ts';
import { type Persona, readPersonas } from '#compiler/source/personas.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import type { Moves } from '#form/definition/moves.ts';
import { ownProperty } from '#form/definition/own-property.ts';
import { knownForm, choicesWithCopies, withCompatibilityCopies } from '#form/moves/compatibility-copies.ts';
import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { comparisonsFor, decisionsOf } from './prove-personas.ts';
import { submissionParts } from './submission.ts';

/** What a changed form means for an invented student: labels by key, in the order of the form. */
export type ChangedVisibility = {
  readonly persona: Persona;
  /** Whether it is proved that the student can submit. */
  readonly isProved: boolean;
  readonly newly: ReadonlyMap<string, string>;
  readonly noLonger: ReadonlyMap<string, string>;
};

/** Compares what two forms show to each persona, with the same least application. */
export function changedVisibility(
  before: FormDefinition,
  after: CompiledPartner,
  now: Date,
): readonly ChangedVisibility[] {
  const applications = leastApplications(after, now);
  const { moves } = after.definition;
  return applications.map(({ persona, state }) => {
    if (!state) return { persona, isProved: false, newly: new Map(), noLonger: new Map() };
    const visible = visibleIn(after.definition, state);
    const named = [...visibleIn(before, readBy(before, moves, state))];
    const were = new Map(named.map(([key, label]) => [ownProperty(moves?.keys, key) ?? key, label]));
    return { persona, isProved: true, newly: without(visible, were), noLonger: without(were, visible) };
  });
}

/** A persona, and the least application that such a student can submit. */
export type PersonaApplication = {
  readonly persona: Persona;
  /** Absent where the solver gives up. */
  readonly state: FormState | undefined;
};

/** Finds the least application that each persona can submit; personas who cannot submit are left out. */
export function leastApplications(
  { definition, sources }: CompiledPartner,
  now: Date,
): readonly PersonaApplication[] {
  const personas = readPersonas(sources, now);
  const model = new FormModel(definition, now, personas.flatMap(comparisonsFor));
  const found: PersonaApplication[] = [];
  for (const persona of personas) {
    const state = unlessUndecided(
      () => leastApplication(persona, model),
      () => 'undecided' as const,
    );
    if (state) found.push({ persona, state: state === 'undecided' ? undefined : state });
  }
  return found;
}

function leastApplication(persona: Persona, model: FormModel): FormState | undefined {
  const decided = decisionsOf(persona, model).map(({ formula }) => formula);
  const values: (readonly [Variable, number])[] = [];
  for (const { goals, demands } of submissionParts(model, decided)) {
    const solution = solve([...goals, ...demands.map(({ formula }) => formula)], model.laws);
    if (!solution) return undefined;
    values.push(...solution);
  }
  return { ...model.stateOf(new Map(values)), counts: persona.counts };
}

/** What a form before it would read of the same answers: under its own names, and in its own values. */
function readBy(before: FormDefinition, moves: Moves | undefined, state: FormState): FormState {
  if (!moves) return state;
  const versions = Object.fromEntries(Object.keys(state.answers).map((key) => [key, 0]));
  const mirrored = withCompatibilityCopies(moves, { answers: state.answers, versions }, {});
  return knownForm(before, { ...mirrored, ...choicesWithCopies(moves, state) });
}

function visibleIn(form: FormDefinition, state: FormState): ReadonlyMap<string, string> {
  return new Map(visibleQuestions(form, state).map(({ key, fullLabel }) => [key, fullLabel]));
}

function without<Value>(some: ReadonlyMap<string, Value>, others: typeof some): typeof some {
  return new Map([...some].filter(([key]) => !others.has(key)));
}
