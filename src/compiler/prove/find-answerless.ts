import type { Cursor } from '#compiler/source/cursor.ts';
import { isYearList, listNamed } from '#form/answers/option-lists.ts';
import type { Question } from '#form/definition/definition.ts';
import { solve, holds, type Solution } from '#compiler/prove/solve/solve.ts';
import type { Formula, Variable } from '#compiler/prove/solve/formula.ts';
import { all, any, implies, is, not, substitute, TRUE, variablesOf } from '#compiler/prove/solve/formula.ts';
import type { FormModel } from '#compiler/prove/formulas/form-model.ts';
import { dependsOnDialCode } from '#compiler/prove/formulas/stored-text.ts';
import { alwaysOf } from '#compiler/prove/formulas/question-values.ts';
import { type Proof, proveAt, smallestStateWith, stateWith } from './proof.ts';
import { reportUnmatchedPatterns } from './unmatched-patterns.ts';
import { witnessOf } from './witness.ts';

/** Reports questions without a valid answer in any or in some state. Returns false if one has none at all. */
export function findAnswerless(proof: Proof): boolean {
  const { model, partner } = proof;
  const isProved = (question: Question, prove: () => unknown): boolean =>
    Boolean(proveAt(partner.taken.keys.get(question.key)?.property, proof, prove));
  const visible = [...model.questions.values()].filter((question) =>
    isProved(question, () => stateWith([model.visible(question)], proof)),
  );
  const unmatched = visible.filter((question) => reportUnmatchedPatterns(question, proof));
  const answerless = visible.filter((question) => isProved(question, () => !hasAnswer(question, model)));
  for (const question of answerless) if (!unmatched.includes(question)) reportNoAnswer(question, proof);
  if (unmatched.length > 0 || answerless.length > 0) return false;
  for (const question of visible) isProved(question, () => findStuck(question, proof));
  return true;
}

/** Whether a valid answer exists. A checkbox that can be required must be checkable. */
function hasAnswer(question: Question, model: FormModel): boolean {
  if (isEverRequired(question) && isLookupCode(question, model)) return false;
  const answer = isEverRequired(question) ? model.given(question) : model.answered(question);
  return solve([answer, model.right(question)], () => []) !== undefined;
}

/** Whether it is a code that only a directory choice fills in. */
function isLookupCode({ partOf }: Question, { questions }: FormModel): boolean {
  const writer = partOf === undefined ? undefined : questions.get(partOf);
  return writer?.widget === 'school' || writer?.widget === 'directory';
}

function isEverRequired({ required, requiredWhen }: Question): boolean {
  return required || requiredWhen !== undefined;
}

function reportNoAnswer(question: Question, { model, partner, report }: Proof): void {
  const at = partner.taken.keys.get(question.key)?.property;
  if (!at) return;
  const name = `"${question.key}"`;
  if (isEverRequired(question) && isLookupCode(question, model)) {
    report(at, {
      code: 'no-right-answer',
      found: `the question ${name}, which is required but cannot be typed: a choice from a directory fills it in`,
      expected: 'a code that can stay empty, for students whose choice is not in the directory',
      cure: `Remove ${name} from "required", and its "requiredWhen".`,
    });
    return;
  }
  const keywords = keywordsOf(question, at, model);
  const isBox = question.type === 'boolean' && isEverRequired(question);
  report(at, {
    code: 'no-right-answer',
    found: isBox
      ? `the box ${name}, which is required but cannot be checked: ${keywords}`
      : `the question ${name}, for which no answer is valid: ${keywords}`,
    expected: isBox ? 'a box that can be checked' : 'limits that at least one answer can meet',
    cure: isBox ? 'Write "const": true, or do not require the box.' : 'Change or remove one of them.',
  });
}

/** Lists the constraints on every answer, as written. */
function keywordsOf(question: Question, property: Cursor, { definition }: FormModel): string {
  const { options, earliest, latest } = question;
  const keywords = alwaysOf(question).flatMap((each) => Object.entries(each));
  const list = options === undefined ? undefined : listNamed(definition, question, options);
  const count = list && (isYearList(list) ? list.years.count : list.length);
  return [
    ...keywords.map(([keyword, value]) => {
      const isSilent = keyword === 'maxLength' && property.at('maxLength') === undefined;
      return `"${keyword}": ${JSON.stringify(value)}${isSilent ? ' (not set in the file)' : ''}`;
    }),
    ...(options === undefined ? [] : [`"options": "${options}" (a list of ${count})`]),
    ...(earliest ? [`"earliest": ${earliest.years} years`] : []),
    ...(latest ? [`"latest": ${latest.years} years`] : []),
  ].join(', ');
}

/**
 * Reports a question that is required in a state without a valid answer. Guesses such a state, then an answer valid in
 * it; each answer found excludes the states where it is valid (counterexample-guided refinement). Connected texts,
 * numbers and dates may change with the answer, including indirectly compared ones: all of them can shift together, so
 * a few values of each suffice. Other choices may not, but the answer can hide them.
 */
function findStuck(question: Question, proof: Proof): void {
  if (!isEverRequired(question)) return;
  const { model } = proof;
  const answering = answerGroupOf(question, model);
  if (!answering) return;
  const goals = [
    model.required(question),
    not(model.answered(question)),
    ...[...model.questions.values()].flatMap((other) =>
      other === question || model.valid(other) === TRUE ? [] : [model.valid(other)],
    ),
  ];
  const wrong: Formula[] = [];
  for (;;) {
    const state = stateWith([...goals, ...wrong], proof);
    if (!state) return;
    const answer = solve([answering.validity, ...otherAnswers(state, answering, model)], model.laws);
    if (!answer) {
      reportStuck(question, smallestStateWith([...goals, ...wrong], proof) ?? state, proof);
      return;
    }
    wrong.push(not(statesWithSameAnswer(state, answer, answering, model)));
  }
}

/** Formulas that fix a state while a question is answered: everything not open and still visible. */
function otherAnswers(
  state: Solution,
  { linked, others }: AnswerGroup,
  model: FormModel,
): readonly Formula[] {
  const kept = linked.filter(({ key }) => model.domain(key).variables.some((each) => state.has(each)));
  return [
    ...kept.map((each) => implies(mayBeAnswered(each, model), model.answered(each))),
    ...others.map((variable) => {
      const value = state.get(variable) ?? 0;
      const isKept = is(variable, [value]);
      return value === 0 ? isKept : any([isKept, all([is(variable, [0]), not(isVisible(variable, model))])]);
    }),
  ];
}

function isVisible(variable: Variable, model: FormModel): Formula {
  return all(model.lawsOf(model.nameOf(variable)));
}

/** Formula: a question is visible, and nothing clears its answer. */
function mayBeAnswered({ key }: Question, model: FormModel): Formula {
  return all(model.lawsOf(key));
}

/** States with the same valid answer: those where it hides nothing related, else only equal ones. */
function statesWithSameAnswer(
  state: Solution,
  answer: Solution,
  { open, linked, others, validity }: AnswerGroup,
  model: FormModel,
): Formula {
  const given = new Map([...open].map((variable) => [variable, answer.get(variable) ?? 0]));
  const unanswered = linked.filter(({ key }) =>
    model.domain(key).variables.every((each) => !answer.has(each)),
  );
  const wider = all([
    substitute(validity, given),
    // The answer works unless it omits one given there that could stay.
    ...unanswered.map((each) =>
      any([not(model.answered(each)), not(substitute(mayBeAnswered(each, model), given))]),
    ),
    ...others.map((each) => substitute(any([is(each, [0]), isVisible(each, model)]), given)),
  ]);
  if (holds(wider, state)) return wider;
  const possible = unanswered.filter((each) => holds(mayBeAnswered(each, model), answer));
  return all([
    ...others.map((variable) => is(variable, [state.get(variable) ?? 0])),
    // A given answer must stay, so this proves nothing for states that have one.
    ...possible.map((each) => not(model.answered(each))),
  ]);
}

type AnswerGroup = {
  /** Variables that may change: the answer, and connected texts, numbers and dates. */
  readonly open: ReadonlySet<Variable>;
  readonly linked: readonly Question[];
  /** Other related variables: named by its rules, or by the visibility of those. */
  readonly others: readonly Variable[];
  /** Formula: the question is answered, and it and connected answers are valid. */
  readonly validity: Formula;
};

/** How a question and others can be answered together; undefined if its answers are independent. */
function answerGroupOf(question: Question, model: FormModel): AnswerGroup | undefined {
  const own = new Set(model.domain(question.key).variables);
  const valid = model.valid(question);
  const others = [...model.questions.values()].filter(
    (other) => other !== question && sharesAny(variablesOf(model.valid(other)), own),
  );
  const isFree = !question.dependsOn?.lists && !dependsOnDialCode(question);
  if (valid === TRUE && others.length === 0 && isFree) return undefined;
  const mentioned = new Set(
    [valid, ...others.map((other) => model.valid(other))].flatMap((each) => [...variablesOf(each)]),
  );
  const compared = new Set(
    [question, ...others].flatMap(
      ({ key }) => model.related.get(key)?.group.map((each) => each.question) ?? [],
    ),
  );
  const linked = [...model.questions.values()].filter(
    (other) =>
      other !== question &&
      (compared.has(other) ||
        (!isChosen(other) && sharesAny(mentioned, new Set(model.domain(other.key).variables)))),
  );
  const involved = new Set([...others, ...linked]);
  const open = new Set([question, ...linked].flatMap(({ key }) => model.domain(key).variables));
  const validity = all([
    model.given(question),
    ...model.lawsOf(question.key),
    valid,
    ...[...involved].map((other) => implies(model.visible(other), model.valid(other))),
    ...linked.map((other) => implies(model.answered(other), all(model.lawsOf(other.key)))),
  ]);
  const around = new Set([...open, ...variablesOf(validity)]);
  // Grows during iteration.
  for (const variable of around) for (const each of variablesOf(isVisible(variable, model))) around.add(each);
  return { open, linked, validity, others: [...around].filter((variable) => !open.has(variable)) };
}

function isChosen({ type, options, dependsOn }: Question): boolean {
  return type === 'boolean' || type === 'array' || options !== undefined || dependsOn?.lists !== undefined;
}

function sharesAny(some: ReadonlySet<Variable>, others: ReadonlySet<Variable>): boolean {
  return [...some].some((variable) => others.has(variable));
}

function reportStuck(question: Question, state: Solution, proof: Proof): void {
  const { model, partner, report } = proof;
  const at = partner.taken.keys.get(question.key)?.property;
  if (!at) return;
  const rules = [...question.rules.filter(({ when }) => when), ...(question.relations ?? [])];
  const messages = rules.map(({ message }) => `“${message}”`).join(' ');
  report(at, {
    code: 'stuck',
    found: `the question "${question.key}", which must be answered although after some other answers no answer is valid${messages === '' ? '' : `: ${messages}`}`,
    expected: 'a right answer whenever the question is required',
    cure: 'Change one of the rules or lists, or the conditions under which they hold.',
    witness: witnessOf(question.page, state, model),
  });
}
