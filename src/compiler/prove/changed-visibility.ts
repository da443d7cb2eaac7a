import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { solve, unlessUndecided } from '#compiler/prove/solve/solve.ts';
import type { Variable } from '#compiler/prove/solve/formula.ts';
import { type Persona, readPersonas } from '#compiler/source/personas.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import type { AnswerMigrations } from '#form/definition/answer-migrations.ts';
import { ownProperty } from '#form/definition/own-property.ts';
import {
  knownForm,
  choicesWithCopies,
  withCompatibilityCopies,
} from '#form/migration/compatibility-copies.ts';
import { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { comparisonsFor, decisionsOf } from './prove-personas.ts';
import { submissionParts } from './submission.ts';

/** Effect of a changed form on a persona: labels by key, in form order. */
export type ChangedVisibility = {
  readonly persona: Persona;
  /** Whether submission is proven possible. */
  readonly isProved: boolean;
  readonly newly: ReadonlyMap<string, string>;
  readonly noLonger: ReadonlyMap<string, string>;
};

/** Compares what two forms show to each persona, using the same minimal application. */
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

/** A persona with its minimal application that can be submitted. */
export type PersonaApplication = {
  readonly persona: Persona;
  /** Absent if the solver gives up. */
  readonly state: FormState | undefined;
};

/** Finds each persona's minimal application; omits personas who cannot submit. */
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

/** Converts a state to the names and values of the earlier form. */
function readBy(before: FormDefinition, moves: AnswerMigrations | undefined, state: FormState): FormState {
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
