import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import { comparedWithin } from '#form/conditions/condition-parts.ts';
import { proveForms } from '#compiler/prove/prove-forms.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { isRequired, isShown } from '#form/answers/visible-questions.ts';
import { TODAY } from '#form/conditions/date-offset.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import { isAnswered } from '#form/definition/answer.ts';
import type { AnswerComparison, Answers, Condition, Facts, Question } from '#form/definition/definition.ts';
import { branchesOf } from '#form/definition/layout-steps.ts';
import { rounds } from '#test/support/volume.ts';
import { isRight, nameOf, type State, statesOf } from './form-states.ts';
import { NOW } from './keyword-values.ts';
import { anyRandomForm, type SmallForm, smallRandomForm } from './small-random-form.ts';

const RUNS = rounds(20, 200);

function holds(conditions: readonly Condition[], { facts }: State): boolean {
  return conditions.every((condition) => evaluateCondition(condition, facts));
}

/** Findings of an exhaustive search, as `code line`. */
function findingsOf(form: SmallForm): readonly string[] {
  const { partner } = form;
  const states = statesOf(form);
  const found: string[] = [];
  const lineOf = (written: object): number => partner.origins.get(written)?.place.line ?? 0;
  const outcomes = (condition: Condition, around: readonly Condition[]): ReadonlySet<boolean> =>
    new Set(states.filter((state) => holds(around, state)).map((state) => holds([condition], state)));
  const idle = (part: Condition, around: readonly Condition[]): boolean => {
    const isInside = partsOf(part)
      .map((inner) => idle(inner, around))
      .includes(true);
    const results = outcomes(part, around);
    if (isInside || results.size === 2 || !partner.origins.has(part)) return isInside;
    found.push(`${results.has(true) ? 'always' : 'never'}-true ${lineOf(part)}`);
    return true;
  };
  const place = (own: Condition | undefined, around: readonly Condition[], isCase = false): boolean => {
    if (!own) return true;
    const results = outcomes(own, around);
    if (!results.has(true)) found.push(`${isCase ? 'dead-case' : 'never-shown'} ${lineOf(own)}`);
    else if (results.has(false)) for (const part of partsOf(own)) idle(part, around);
    else if (!isCase) found.push(`always-shown ${lineOf(own)}`);
    return results.has(true);
  };
  const page = partner.definition.pages[0];
  for (const node of page?.layout ?? []) {
    if (!place(node.visibleWhen, [])) continue;
    for (const { condition, children } of branchesOf(node)) {
      if (node.kind === 'switch' && !place(condition, [], true)) continue;
      const around = [node.visibleWhen, condition].filter((each) => each !== undefined);
      for (const child of children) place(child.visibleWhen, around);
    }
  }
  for (const question of Object.values(page?.questions ?? {})) {
    if (!states.some(({ facts }) => isShown(question, facts))) continue;
    const around = question.visibleWhen ? [question.visibleWhen] : [];
    const demand = (when: Condition | undefined): void => {
      if (!when) return;
      const results = outcomes(when, around);
      if (results.size < 2) found.push(`${results.has(true) ? 'always' : 'never'}-true ${lineOf(when)}`);
      else for (const part of partsOf(when)) idle(part, around);
    };
    demand(question.requiredWhen);
    for (const { when } of [...question.rules, ...(question.relations ?? [])]) demand(when);
    const isCleared = page?.clearing.some(
      ({ keys, when }) =>
        keys.includes(question.key) &&
        states.some(({ facts }) => isRequired(question, facts) && evaluateCondition(when, facts)),
    );
    if (isCleared)
      found.push(`cleared-while-shown ${partner.taken.keys.get(question.key)?.property.place.line ?? 0}`);
    found.push(...answerFindings(question, form, states));
  }
  return [...new Set(found)].toSorted();
}

/** Whether a question has a valid answer: at all, whenever required, and in a submittable application. */
function answerFindings(question: Question, form: SmallForm, states: readonly State[]): readonly string[] {
  const { key } = question;
  const line = form.partner.taken.keys.get(key)?.property.place.line ?? 0;
  const answerless = [...form.values].filter(
    ([each, values]) =>
      !values.some(
        (value) => isRight(form.partner, each, value) && (value !== false || !isDemanded(each, form)),
      ) && states.some(({ facts }) => isShownKey(each, facts, form.partner)),
  );
  if (answerless.length > 0) {
    return answerless.some(([each]) => each === key) ? [`no-right-answer ${line}`] : [];
  }
  const answers = ({ facts }: State): boolean => isAnswered(facts[key]);
  const needing = states.filter(({ facts }) => isRequired(question, facts));
  const others = (state: State): readonly string[] =>
    [...state.wrong].filter((wrong) => wrong !== key && isAnswered(state.facts[wrong]));
  const named = connectedQuestions(key, form.partner).map((each) => each.question.key);
  const judged = [...named, ...linkedTo(key, form.partner)];
  const byName = new Map(states.map((state) => [nameOf(state.chosen), state]));
  const isStuck = (state: State): boolean =>
    !continuations(key, state, form).some((given) => {
      const cleared = clearHidden(form.partner.definition, { ...state.chosen, answers: given }).answers;
      const kept = Object.entries(given).filter(([each]) => isAnswered(cleared[each]));
      const after = byName.get(nameOf({ ...state.chosen, answers: Object.fromEntries(kept) }));
      const isGiven = after !== undefined && answers(after) && after.facts[key] !== false;
      return isGiven && !judged.some((each) => after.wrong.has(each) && isAnswered(after.facts[each]));
    });
  const stuck = needing.filter((state) => !answers(state) && others(state).length === 0 && isStuck(state));
  // Unrelated errors are reported elsewhere.
  const connected = connectedWith(key, form.partner);
  const complete = states.filter(({ wrong }) => ![...wrong].some((each) => connected.has(each)));
  return [
    ...(stuck.length > 0 ? [`stuck ${line}`] : []),
    ...(needing.length > 0 && !complete.some(answers) ? [`in-no-application ${line}`] : []),
  ];
}

function isDemanded(key: string, { partner }: SmallForm): boolean {
  const { required, requiredWhen } = partner.definition.pages[0]?.questions[key] ?? {};
  return required === true || requiredWhen !== undefined;
}

function isShownKey(key: string, facts: Facts, { definition }: CompiledPartner): boolean {
  const question = definition.pages[0]?.questions[key];
  return question !== undefined && isShown(question, facts);
}

/** States with one more answer, and with other values of connected numbers. */
function continuations(key: string, { chosen: { answers } }: State, form: SmallForm): readonly Answers[] {
  const linked = linkedTo(key, form.partner);
  const open = [...form.values].filter(([each]) => each === key || linked.has(each));
  return open.reduce<readonly Answers[]>(
    (all, [each, values]) =>
      all.flatMap((given) => [
        // An unanswered connected number may stay so.
        ...(each !== key && given[each] === undefined ? [given] : []),
        ...values
          .filter((value) => isRight(form.partner, each, value))
          .map((value) =>
            Object.fromEntries(
              [...form.values.keys()].flatMap((name) => {
                const answer = name === each ? value : given[name];
                return answer === undefined ? [] : [[name, answer] as const];
              }),
            ),
          ),
      ]),
    [answers],
  );
}

/** Typed and compared questions among those in rules of the question, or whose rules refer to it. */
function linkedTo(key: string, partner: CompiledPartner): ReadonlySet<string> {
  const together = connectedQuestions(key, partner);
  const named = new Set(together.flatMap(({ question, keys }) => [question.key, ...keys]));
  const questions = Object.values(partner.definition.pages[0]?.questions ?? {});
  const groups = [...questions.map(comparedKeys), ...comparedWithin(questions).map(keysCompared)];
  const ever = new Set(groups.flat());
  const compared = new Set(together.map(({ question }) => question.key).filter((each) => ever.has(each)));
  // Grows during iteration.
  for (const one of compared) {
    for (const keys of groups) if (keys.includes(one)) for (const each of keys) compared.add(each);
  }
  const linked = questions.filter((each) => compared.has(each.key) || (named.has(each.key) && isTyped(each)));
  return new Set(linked.map((each) => each.key));
}

function isTyped({ type, options, dependsOn }: Question): boolean {
  return type !== 'boolean' && type !== 'array' && options === undefined && dependsOn === undefined;
}

/** A question, and those whose rules refer to it, with everything in their rules. */
function connectedQuestions(key: string, { definition }: CompiledPartner) {
  const questions = definition.pages[0]?.questions ?? {};
  return Object.values(questions)
    .map((question) => ({ question, keys: new Set(keysOfRules(question, questions)) }))
    .filter(({ question, keys }) => question.key === key || keys.has(key));
}

/** Questions that conditional rules refer to. */
function keysOfRules(question: Question, questions: Readonly<Record<string, Question>>): readonly string[] {
  const { rules, relations = [], visibleWhen } = question;
  const conditions = [
    ...rules.flatMap(({ when }) => (when ? [visibleWhen, when] : [])),
    ...relations.flatMap(({ when, targetKey }) => [visibleWhen, when, questions[targetKey]?.visibleWhen]),
  ];
  return [...conditions.flatMap(keysIn), ...comparedKeys(question)];
}

function comparedKeys({ relations = [] }: Question): readonly string[] {
  return relations.flatMap(keysCompared);
}

function keysCompared({ keys, targetKeys }: AnswerComparison): readonly string[] {
  return [...keys, ...targetKeys].filter((key) => key !== TODAY);
}

/** Questions connected by their conditions, directly or indirectly. */
function connectedWith(key: string, { definition }: CompiledPartner): ReadonlySet<string> {
  const questions = definition.pages[0]?.questions ?? {};
  const named = Object.values(questions).map((question) => [
    question.key,
    ...[question.visibleWhen, question.requiredWhen].flatMap(keysIn),
    ...keysOfRules(question, questions),
  ]);
  const connected = new Set([key]);
  // Grows during iteration.
  for (const each of connected) {
    for (const keys of named) if (keys.includes(each)) for (const other of keys) connected.add(other);
  }
  return connected;
}

function keysIn(condition: Condition | undefined): readonly string[] {
  if (!condition) return [];
  if ('valueKey' in condition) return [condition.valueKey];
  if ('compared' in condition) return keysCompared(condition.compared);
  return 'not' in condition ? keysIn(condition.not) : partsOf(condition).flatMap((part) => keysIn(part));
}

function partsOf(condition: Condition): readonly Condition[] {
  if ('all' in condition) return condition.all;
  if ('any' in condition) return condition.any;
  return 'not' in condition ? partsOf(condition.not) : [];
}

/**
 * Removes findings that follow from others. If a persona is stuck, further findings depend on what counts as related;
 * likewise if an ineffective condition refers to an answer, or an answer is cleared.
 */
function withoutConsequences(found: readonly string[]): readonly string[] {
  const has = (code: string): boolean => found.some((each) => each.startsWith(code));
  const isStuckAnyway = has('always-shown') || has('cleared-while-shown');
  const isFollowing = (each: string): boolean =>
    (each.startsWith('in-no-application') && (has('stuck') || isStuckAnyway)) ||
    (each.startsWith('stuck') && isStuckAnyway);
  return found.filter((each) => !isFollowing(each)).toSorted();
}

/** Findings of the proof, as `code line`. */
function provenOf({ partner }: SmallForm): readonly string[] {
  const faults = proveForms(new Map([['small', partner]]), NOW);
  return faults.map(({ code, line }) => `${code} ${line}`);
}

describe('the proof of a form', () => {
  it.each([
    ['few keywords', smallRandomForm],
    ['all keywords', anyRandomForm],
  ])('has the findings of an exhaustive search: %s', { timeout: 3_600_000 }, (_, forms) => {
    fc.assert(
      fc.property(forms, (form) => {
        const found = provenOf(form);
        fc.pre(!found.some((each) => each.startsWith('not-proved')));
        expect(withoutConsequences(found)).toEqual(withoutConsequences(findingsOf(form)));
      }),
      { numRuns: RUNS },
    );
  });
});
