import { negateCondition } from '#compiler/compile/negate.ts';
import { comparisonsByKey } from '#compiler/prove/formulas/form-conditions.ts';
import { stepsInWords } from '#compiler/prove/witness.ts';
import { conditionInWords } from '#compiler/prove/words/condition-words.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { fewestInstances } from '#form/answers/instances.ts';
import { optionsOf } from '#form/answers/option-lists.ts';
import { comparisonsOf, toFacts } from '#form/answers/facts.ts';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import { companionKey } from '#form/definition/answer.ts';
import type { Condition, FormDefinition, FormState, Question } from '#form/definition/definition.ts';
import { addAnothersOf, questionsOf } from '#form/definition/form-part.ts';

type CaptionContext = {
  readonly definition: FormDefinition;
  readonly now: Date;
  /** Whether another state looks the same. */
  readonly isSame: (state: FormState) => boolean;
};

/** Maximum number of options listed by name. */
const MAX_NAMED = 4;

/** Returns a caption: the answers, generalized to all that look the same, and added instances. */
export function stateCaption(state: FormState, described: CaptionContext): string {
  const { definition } = described;
  const questions = questionsOf(definition);
  const parts = [
    ...Object.keys(state.answers).flatMap((key) => {
      const question = questions.get(key);
      return question ? [answerInWords(question, state, described)] : [];
    }),
    ...stepsInWords(state, definition).clicks,
    ...Object.entries(state.counts).flatMap(([id, count]) => countInWords(definition, id, count)),
  ];
  return parts.length === 0 ? 'Nothing is answered yet' : parts.join(', ');
}

function answerInWords(question: Question, state: FormState, described: CaptionContext): string {
  const { definition, now, isSame } = described;
  const { key: valueKey } = question;
  const target = state.answers[valueKey];
  const own: Condition =
    target === undefined ? { valueKey, operator: 'answered' } : equalTo(valueKey, target);
  const looksSame = (value: string): boolean => {
    const other = { ...state, answers: { ...state.answers, [valueKey]: value } };
    return clearHidden(definition, other).cleared.length === 0 && isSame(other);
  };
  if (typeof target === 'boolean') return conditionInWords(own, definition);
  const options = optionsOf(definition, question, { answers: state.answers, now }).map(({ value }) => value);
  if (question.type === 'array' || options.length === 0) {
    return conditionInWords(compared(question, state, described) ?? own, definition);
  }
  const [same, others] = [options.filter(looksSame), options.filter((value) => !looksSame(value))];
  if (others.length === 0) return conditionInWords({ valueKey, operator: 'answered' }, definition);
  if (same.length <= MAX_NAMED)
    return conditionInWords({ valueKey, operator: 'in', target: same }, definition);
  if (others.length > MAX_NAMED) return `${conditionInWords(own, definition)}, for example`;
  const isUnlisted: Condition = { valueKey, operator: 'notIn', target: others };
  return conditionInWords({ all: [{ valueKey, operator: 'answered' }, isUnlisted] }, definition);
}

function equalTo(valueKey: string, target: FormState['answers'][string]): Condition {
  return typeof target === 'object'
    ? { all: target.map((one): Condition => ({ valueKey, operator: 'equals', target: one })) }
    : { valueKey, operator: 'equals', target };
}

/** Generalizes a text, number or multiple-choice answer to the form's comparison, if the look is the same. */
function compared(
  { key }: Question,
  state: FormState,
  { definition }: CaptionContext,
): Condition | undefined {
  const comparisons = comparisonsByKey(definition);
  const facts = toFacts(definition, state);
  const known = [...(comparisons.get(key) ?? []), ...(comparisons.get(companionKey(key)) ?? [])];
  const others = comparisonsOf(definition).compared.filter(({ keys }) => keys.includes(key));
  const conditions = [
    ...known.filter(({ operator }) => operator !== 'answered' && operator !== 'notAnswered'),
    ...others.map((comparison): Condition => ({ compared: comparison })),
  ].map((one) => (evaluateCondition(one, facts) ? one : negateCondition(one)));
  return conditions.length > 0 ? { all: conditions } : { valueKey: key, operator: 'answered' };
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
