import { withoutHidden } from '../answers/clear-hidden.ts';
import { toFacts } from '../answers/facts.ts';
import type { OptionLists } from '../answers/option-lists.ts';
import { isShown, visibleQuestions } from '../answers/visible-questions.ts';
import { isBroken } from '../conditions/compare-answers.ts';
import { dayOf, TODAY } from '../conditions/date-offset.ts';
import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import { answerByKey, isAnswered } from '../definition/answer.ts';
import type {
  AnswerComparison,
  Condition,
  Facts,
  FormState,
  PageDefinition,
  Question,
} from '../definition/definition.ts';
import { type FormPart, pagesOf, questionsOf } from '../definition/form-part.ts';
import { brokenBounds } from './calendar-bounds.ts';
import { keywordSentence } from './question-schema.ts';
import { retiredSentences } from '../answers/retired-choices.ts';
import { type StandaloneValidator, messagesByKey } from './validator-errors.ts';

/** Question key → messages, in form order; only keys with messages. */
export type ValidationErrors = Readonly<Record<string, readonly string[]>>;

export type ValidationInput = {
  readonly state: FormState;
  /** By page ID (or card ID). */
  readonly validators: Readonly<Record<string, StandaloneValidator>>;
  /** Reference date for calendar bounds. */
  readonly now: Date;
} & (
  | {
      readonly definition: FormPart & OptionLists;
      /** The only page to check; its conditions can refer to other pages. */
      readonly page?: PageDefinition | undefined;
    }
  | {
      readonly definition?: undefined;
      /** A page (or card) without a form; the years of its lists are not checked. */
      readonly page: PageDefinition;
    }
);

/**
 * Validates the answers (docs/behavior.md 5.1); hidden ones are cleared first and never invalid.
 *
 * A question whose widget writes several keys (a month with its year) includes the messages of its parts.
 *
 * @throws Error if a condition cannot be evaluated, or a validator or list is missing
 */
export function validateAnswers(input: ValidationInput): ValidationErrors {
  const form = input.definition ?? input.page;
  const state = withoutHidden(form, { ...input.state, today: dayOf(input.now) });
  const facts = toFacts(form, state);
  const pages = input.page ? [input.page] : pagesOf(form);
  return Object.fromEntries(
    pages.flatMap((page) => {
      const own = ownMessages(page, { ...input, form, state, facts });
      return Object.values(page.questions)
        .map((question) => [question.key, withParts(question, own)] as const)
        .filter(([, messages]) => messages.length > 0);
    }),
  );
}

function validatorOf(page: PageDefinition, validators: ValidationInput['validators']): StandaloneValidator {
  const validator = Object.hasOwn(validators, page.id) ? validators[page.id] : undefined;
  if (validator) return validator;
  throw new Error(
    `The page "${page.id}" has no validator among ${Object.keys(validators).join(', ') || 'none'}. Run npm run generate.`,
  );
}

type Checked = Pick<ValidationInput, 'state' | 'now' | 'validators'> & {
  readonly form: FormPart;
  readonly facts: Facts;
  readonly definition?: OptionLists | undefined;
};

/** Key → messages of the visible questions of a page, before merging parts. */
function ownMessages(page: PageDefinition, checked: Checked): ReadonlyMap<string, readonly string[]> {
  const { state, facts, validators } = checked;
  const found = messagesByKey(validatorOf(page, validators), facts);
  return new Map(
    visibleQuestions(page, state, facts).map((question) => [
      question.key,
      messagesOf(question, found.get(question.key) ?? [], checked),
    ]),
  );
}

/** Combines schema errors with other checks. Retired choices are named by label. */
function messagesOf(question: Question, found: readonly string[], checked: Checked): readonly string[] {
  const { definition, facts, now } = checked;
  const retired = definition ? retiredSentences(definition, question, { answers: facts, now }) : [];
  const unoffered = keywordSentence(question, 'enum');
  const others = retired.length === 0 ? found : found.filter((message) => message !== unoffered);
  return distinct([...retired, ...inOrder(question, others), ...brokenNow(question, checked)]);
}

/** Sorts messages by rule order, own ones first; validators report by keyword. */
function inOrder({ rules }: Question, messages: readonly string[]): readonly string[] {
  const place = (message: string): number => rules.findIndex((rule) => rule.message === message);
  return messages.toSorted((one, other) => place(one) - place(other));
}

/** Returns errors beyond the schema: calendar bounds and contradicting answers. */
function brokenNow(question: Question, { facts, form, now }: Checked): readonly string[] {
  const relations = brokenRelations(form, question, facts);
  const answer = answerByKey(facts, question.key);
  return isAnswered(answer) ? [...brokenBounds(question, answer, now), ...relations] : relations;
}

function withParts(question: Question, own: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return distinct([question.key, ...question.parts].flatMap((key) => own.get(key) ?? []));
}

function distinct(messages: readonly string[]): readonly string[] {
  return [...new Set(messages)];
}

/** Returns the messages of the relations that a question violates, whether visible or not. */
function brokenRelations(form: FormPart, { relations = [] }: Question, facts: Facts): readonly string[] {
  return relations
    .filter((relation) => holds(relation.when, facts) && contradicts(form, relation, facts))
    .map(({ message }) => message);
}

/** Whether a comparison is false and its other question visible; instances with answers always are. */
export function contradicts(form: FormPart, comparison: AnswerComparison, facts: Facts): boolean {
  if (!isBroken(comparison, facts)) return false;
  if (comparison.targetKey === TODAY) return true;
  const target = questionsOf(form).get(comparison.targetKey);
  return target !== undefined && isShown(target, facts);
}

/** Whether a condition holds; true without one. */
export function holds(condition: Condition | undefined, facts: Facts): boolean {
  return condition === undefined || evaluateCondition(condition, facts);
}
