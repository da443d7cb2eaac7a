import type { Cursor } from '#compiler/source/cursor.ts';
import type { Persona } from '#compiler/source/personas.ts';
import { any, FALSE, type Formula, implies, not } from '#compiler/prove/solve/formula.ts';
import type {
  AnswerValue,
  Comparison,
  Condition,
  FormDefinition,
  Question,
} from '#form/definition/definition.ts';
import { isAnswered } from '#form/definition/answer.ts';
import { allNodes, tabGroupsOf } from '#form/definition/form-part.ts';
import { conditionInWords } from '#compiler/prove/words/condition-words.ts';
import type { Demand } from './conflict.ts';
import type { FormModel } from '#compiler/prove/formulas/form-model.ts';

/** Something that an invented student decides, as far as the form asks for it. */
export type Decision = Demand & { readonly at: Cursor; readonly isPossible: boolean };

/** What has to be distinguished in the answers of a form, so that a model of it knows what was decided. */
export function comparisonsFor({ answers }: Persona): readonly Comparison[] {
  return Object.entries(answers).flatMap(([key, answer]) => comparisonsOf(key, answer));
}

function comparisonsOf(valueKey: string, answer: AnswerValue): readonly Comparison[] {
  if (!isAnswered(answer)) return [{ valueKey, operator: 'notAnswered' }];
  const targets = typeof answer === 'object' ? answer : [answer];
  return targets.map((target) => ({ valueKey, operator: 'equals', target }));
}

/** What an invented student decides of a form. What is decided of a question counts while it is asked. */
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
    const keys = keysOfInstance(model.definition, id, count);
    const place = at.at('counts')?.at(id);
    const words = `number ${count} of “${id}” is filled in`;
    return place && keys.length > 0
      ? [{ formula: someGiven(keys, model), words, at: place, isPossible: true }]
      : [];
  });
  return [...answers, ...tabs, ...counts];
}

type Given = { readonly answer: AnswerValue; readonly at: Cursor };

function answerDecision(question: Question, { answer, at }: Given, model: FormModel): Decision {
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

function keysOfInstance(definition: FormDefinition, id: string, count: number): readonly string[] {
  const nodes = definition.pages.flatMap(({ layout }) => allNodes(layout));
  return nodes.flatMap((node) =>
    node.kind === 'addAnother' && node.id === id ? (node.instances[count - 1]?.keys ?? []) : [],
  );
}

/** That one of these is answered, where one of them is asked. */
function someGiven(keys: readonly string[], model: FormModel): Formula {
  const questions = keys.flatMap((key) => model.questions.get(key) ?? []);
  const answered = any(questions.map((question) => model.answered(question)));
  return any([answered, not(any(questions.map((question) => model.visible(question))))]);
}
