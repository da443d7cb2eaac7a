import { clearHidden } from '../answers/clear-hidden.ts';
import { toFacts } from '../answers/facts.ts';
import type { OptionLists } from '../answers/option-lists.ts';
import { hiddenInstanceKeys, isShown } from '../answers/visible-questions.ts';
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

const NONE: readonly string[] = [];

/** Question key → messages, only keys with messages, in the order of the form. */
export type ValidationErrors = Readonly<Record<string, readonly string[]>>;

export type ValidationInput = {
  readonly state: FormState;
  /** By page id (or card id). */
  readonly validators: Readonly<Record<string, StandaloneValidator>>;
  /** From when calendar bounds are counted. */
  readonly now: Date;
} & (
  | {
      /** The form whose pages are checked. */
      readonly definition: FormPart & OptionLists;
      /** The only page to check; its conditions may name answers of the other pages. */
      readonly page?: PageDefinition | undefined;
    }
  | {
      readonly definition?: undefined;
      /** A page (or card) without a form around it; the years its lists offer are not checked. */
      readonly page: PageDefinition;
    }
);

/**
 * Validates the answers (docs/behavior.md 5.1); what is hidden is cleared first and is never wrong.
 *
 * A question whose widget writes several keys (a month with its year) has the messages of its parts, too.
 *
 * @throws Error when a condition cannot be evaluated, or a validator or a list is missing
 */
export function validateAnswers(input: ValidationInput): ValidationErrors {
  const form = input.definition ?? input.page;
  const whole = { ...input.state, today: dayOf(input.now) };
  const state = { ...whole, answers: clearHidden(form, whole).answers };
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

/** Key → messages of the visible questions of a page, before parts are combined. */
function ownMessages(page: PageDefinition, checked: Checked): ReadonlyMap<string, readonly string[]> {
  const { state, facts, validators } = checked;
  const found = messagesByKey(validatorOf(page, validators), facts);
  const notShown = hiddenInstanceKeys(page, state);
  const shown = Object.values(page.questions).filter(
    (question) => !notShown.has(question.key) && isShown(question, facts),
  );
  return new Map(
    shown.map((question) => [question.key, messagesOf(question, found.get(question.key) ?? NONE, checked)]),
  );
}

/** What the schema finds and what it cannot say. What is no longer offered is said by its label. */
function messagesOf(question: Question, found: readonly string[], checked: Checked): readonly string[] {
  const { definition, facts, now } = checked;
  const retired = definition ? retiredSentences(definition, question, { answers: facts, now }) : NONE;
  const unoffered = keywordSentence(question, 'enum');
  const others = retired.length === 0 ? found : found.filter((message) => message !== unoffered);
  return joinedMessages(joinedMessages(retired, inOrder(question, others)), brokenNow(question, checked));
}

/** A validator has them by keyword; a student reads them next to the rules. Those of the question itself come first. */
function inOrder({ rules }: Question, messages: readonly string[]): readonly string[] {
  if (messages.length < 2) return messages;
  const place = (message: string): number => rules.findIndex((rule) => rule.message === message);
  return messages.toSorted((one, other) => place(one) - place(other));
}

/** Returns errors that no schema finds: bounds counted from now, and contradicting answers. */
function brokenNow(question: Question, { facts, form, now }: Checked): readonly string[] {
  const relations = brokenRelations(form, question, facts);
  const answer = answerByKey(facts, question.key);
  return isAnswered(answer) ? joinedMessages(brokenBounds(question, answer, now), relations) : relations;
}

function withParts(question: Question, own: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return question.parts.reduce(
    (all, part) => joinedMessages(all, own.get(part) ?? NONE),
    own.get(question.key) ?? NONE,
  );
}

/** Both, each message once. Nothing is made where one of them is empty, as for nearly all of 300 questions. */
function joinedMessages(first: readonly string[], second: readonly string[]): readonly string[] {
  if (second.length === 0) return first;
  return first.length === 0 ? second : [...new Set([...first, ...second])];
}

/** Returns the messages of the relations that a question breaks, whether it is visible or not. */
function brokenRelations(form: FormPart, { relations }: Question, facts: Facts): readonly string[] {
  if (!relations) return NONE;
  return relations
    .filter((relation) => holds(relation.when, facts) && contradicts(form, relation, facts))
    .map(({ message }) => message);
}

/** True for a comparison that is false, with a question that is asked: an instance with an answer always is. */
export function contradicts(form: FormPart, comparison: AnswerComparison, facts: Facts): boolean {
  if (!isBroken(comparison, facts)) return false;
  if (comparison.targetKey === TODAY) return true;
  const target = questionsOf(form).get(comparison.targetKey);
  return target !== undefined && isShown(target, facts);
}

/** True while a condition is true, and without one. */
export function holds(condition: Condition | undefined, facts: Facts): boolean {
  return condition === undefined || evaluateCondition(condition, facts);
}
