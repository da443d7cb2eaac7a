import type { AnswerValue, Constraints, FormDefinition, Question } from '#form/definition/definition.ts';
import { type OptionsContext, optionsOf } from '#form/answers/option-lists.ts';

/** Tried in this order as the answer to a question in words; the first that breaks no rule is taken. */
const TEXTS = ['Ada Sample', 'ada@example.org', '80208', '2025550123', '(202) 555-0123', '17', '2025'];

/**
 * An answer that the rules of a question allow, found in its definition alone: the first option, a checked
 * box, a date in the middle of its bounds, a text that its patterns accept.
 *
 * @throws Error when none of the texts fits: TEXTS needs one more
 */
export function sampleAnswer(form: FormDefinition, question: Question, context: OptionsContext): AnswerValue {
  const { now } = context;
  const options = optionsOf(form, question, context);
  const first = options[0]?.value;
  if (question.type === 'array') return first === undefined ? [] : [first];
  if (first !== undefined) return first;
  if (question.type === 'boolean') return true;
  if (question.constraints.format === 'date') return dateBetween(question, now);
  if (question.type !== 'string') return question.constraints.minimum ?? 1;

  const rules = [question.constraints, ...question.rules.map((rule) => rule.schema)];
  const text = TEXTS.find((candidate) => rules.every((rule) => allows(rule, candidate)));
  if (text === undefined) throw new Error(`No sample text is right for ${question.key}`);
  return text;
}

function allows(rule: Constraints, text: string): boolean {
  return (
    text.length >= (rule.minLength ?? 0) &&
    text.length <= (rule.maxLength ?? Number.POSITIVE_INFINITY) &&
    (rule.pattern === undefined || new RegExp(rule.pattern, 'u').test(text)) &&
    (rule.format !== 'email' || text.includes('@'))
  );
}

/** Half-way between the bounds, ISO; without them this year, or the next for what is after another date. */
function dateBetween({ earliest, latest, relations = [] }: Question, now: Date): string {
  const from = earliest?.years ?? (latest?.years ?? 0) - 5;
  const to = latest?.years ?? (earliest?.years ?? 0) + 5;
  const unbounded = relations.some(({ operator }) => operator === 'gt') ? 1 : 0;
  const years = earliest || latest ? Math.round((from + to) / 2) : unbounded;
  return `${now.getUTCFullYear() + years}-06-15`;
}
