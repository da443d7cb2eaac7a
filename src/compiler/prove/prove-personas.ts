import { isAnswered } from '#form/definition/answer.ts';
import type { AnswerValue, Comparison, Condition, Question } from '#form/definition/definition.ts';
import { addAnothersOf, tabGroupsOf } from '#form/definition/form-part.ts';
import type { Cursor } from '../source/cursor.ts';
import { type Persona, readPersonas } from '../source/personas.ts';
import type { Requirement, Proof } from './proof.ts';
import { inWords, proveAt, smallestConflict, smallestStateWith, stateWith } from './proof.ts';
import { FormModel } from './formulas/form-model.ts';
import { FALSE, type Formula, any, implies, not } from './solve/formula.ts';
import { type SubmissionDemand, submissionParts } from './submission.ts';
import { witnessOf } from './witness.ts';
import { conditionInWords } from './words/condition-words.ts';

/** A persona's decision, if the form asks for it. */
export type Decision = Requirement & { readonly at: Cursor; readonly isPossible: boolean };

/** Comparisons that distinguish a persona's answers, for the form's model. */
export function comparisonsFor({ answers }: Persona): readonly Comparison[] {
  return Object.entries(answers).flatMap(([key, answer]) => comparisonsOf(key, answer));
}

function comparisonsOf(valueKey: string, answer: AnswerValue): readonly Comparison[] {
  if (!isAnswered(answer)) return [{ valueKey, operator: 'notAnswered' }];
  const targets = typeof answer === 'object' ? answer : [answer];
  return targets.map((target) => ({ valueKey, operator: 'equals', target }));
}

/** Returns a persona's decisions as demands, each effective while its question is visible. */
export function decisionsOf(persona: Persona, model: FormModel): readonly Decision[] {
  const { at } = persona;
  const answers = Object.entries(persona.answers).flatMap(([key, answer]) => {
    const question = model.questions.get(key);
    const place = at.at('answers')?.at(key);
    return question && place ? [answerDecision(question, { answer, at: place }, model)] : [];
  });
  const tabs = tabGroupsOf(model.definition).flatMap(({ id }) => {
    const [target, place] = [persona.tabs[id], at.at('tabs')?.at(id)];
    return target === undefined || !place
      ? []
      : [decision({ valueKey: id, operator: 'equals', target }, place, model)];
  });
  const counts = Object.entries(persona.counts).flatMap(([id, count]) => {
    const group = addAnothersOf(model.definition).find((node) => node.id === id);
    const keys = group?.instances[count - 1]?.keys ?? [];
    const place = at.at('counts')?.at(id);
    const words = `number ${count} of “${id}” is filled in`;
    return place && keys.length > 0
      ? [{ formula: someGiven(keys, model), words, at: place, isPossible: true }]
      : [];
  });
  return [...answers, ...tabs, ...counts];
}

type GivenAnswer = { readonly answer: AnswerValue; readonly at: Cursor };

function answerDecision(question: Question, { answer, at }: GivenAnswer, model: FormModel): Decision {
  const compared = comparisonsOf(question.key, answer);
  const only = compared[0];
  const condition: Condition = only && compared.length === 1 ? only : { all: compared };
  const { formula, ...decided } = decision(condition, at, model);
  return { ...decided, formula: implies(model.visible(question), formula) };
}

function decision(condition: Condition, at: Cursor, model: FormModel): Decision {
  const formula = model.formula(condition);
  const words = conditionInWords(condition, model.definition);
  return { formula, words, at, isPossible: formula !== FALSE };
}

/** Formula: one of these is answered if one of them is visible. */
function someGiven(keys: readonly string[], model: FormModel): Formula {
  const questions = keys.flatMap((key) => model.questions.get(key) ?? []);
  const answered = any(questions.map((question) => model.answered(question)));
  return any([answered, not(any(questions.map((question) => model.visible(question))))]);
}

/** Reports personas who cannot submit, and where they are stuck. */
export function findStuckPersonas(proof: Proof, now: Date): void {
  const { definition, sources } = proof.partner;
  const personas = readPersonas(sources, now);
  const model = new FormModel(definition, now, personas.flatMap(comparisonsFor));
  const own = { ...proof, model };
  for (const persona of personas) {
    const decisions = decisionsOf(persona, model);
    const wrong = decisions.filter(({ isPossible }) => !isPossible);
    for (const each of wrong) reportWrong(each, own);
    if (wrong.length > 0) continue;
    const ofToday = model.today.isNow.map((formula) => ({
      formula,
      words: `today is ${model.today.days[0]}`,
      at: persona.at,
      isPossible: true,
    }));
    const byFormula = new Map(decisions.map((each) => [each.formula, each]));
    for (const { goals, demands } of submissionParts(model, [...byFormula.keys()])) {
      const chosen = [...goals.flatMap((goal) => byFormula.get(goal) ?? []), ...ofToday];
      proveAt(persona.at.at('title') ?? persona.at, own, () => {
        if (stateWith(formulasOf([...chosen, ...demands]), own)) return;
        reportStuck({ persona, chosen, demands }, own);
      });
    }
  }
}

function formulasOf(demands: readonly Requirement[]): readonly Requirement['formula'][] {
  return demands.map(({ formula }) => formula);
}

function reportWrong({ at, words }: Decision, { report }: Proof): void {
  report(at, {
    code: 'persona',
    found: `the decision that ${words}, which is no right answer`,
    expected: 'an answer that the form offers and accepts',
    cure: 'Decide otherwise, or remove the line: then it is answered by itself.',
  });
}

type StuckPersona = {
  readonly persona: Persona;
  readonly chosen: readonly Decision[];
  readonly demands: readonly SubmissionDemand[];
};

/** Reports the first demand in form order that the persona cannot meet, and why. */
function reportStuck({ persona, chosen, demands }: StuckPersona, proof: Proof): void {
  const kept: Requirement[] = [...chosen];
  for (const demand of demands) {
    if (stateWith(formulasOf([...kept, demand]), proof)) {
      kept.push(demand);
      continue;
    }
    // The decisions alone usually suffice, for a short explanation.
    const isEnough = !stateWith(formulasOf([...chosen, demand]), proof);
    const conflict = smallestConflict([...(isEnough ? chosen : kept), demand], proof);
    const others = formulasOf(conflict).filter((formula) => formula !== demand.formula);
    const before = smallestStateWith(others, proof);
    proof.report(persona.at.at('title') ?? persona.at, {
      code: 'persona-stuck',
      found: `${persona.title}, who can no longer submit and is stuck at “${demand.question.fullLabel}”`,
      expected: 'a form that this student can submit',
      cure: `These exclude each other: ${inWords(conflict)}. Change one of them in the form, or what this student decides.`,
      ...(before && { witness: witnessOf(demand.question.page, before, proof.model) }),
    });
    return;
  }
}
