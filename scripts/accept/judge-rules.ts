import { compileSchema, compileValidators } from '#compiler/emit/compile-validators.ts';
import type { Answers, FormState } from '#form/definition/definition.ts';
import { toJsonSchema } from '#form/validation/json-schema.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import type { RuleCase, RuleGroup, Shipped, Specified } from './specified.ts';

/** Specified key → what is said of it. */
export type Judged = ReadonlyMap<string, string>;

/**
 * Judges the cases of the rules. Only questions that are specified count, and of those that a case does not answer only
 * what the complete application is not wrong in anyway: what is required beyond the specification is no matter of it.
 */
export function createJudge(
  specified: Specified,
  { definition, cards }: Shipped,
  keyOf: (key: string) => string,
): (group: RuleGroup, rule: RuleCase) => Judged {
  const validators = compileValidators(definition);
  const keys = specified.pages.flatMap(({ questions }) => questions);
  const answersOf = (answers: Answers): Answers =>
    Object.fromEntries(Object.entries(answers).map(([key, answer]) => [keyOf(key), answer]));
  const judgeForm = (added: Answers, { at = specified.at, opened = [] }: Partial<RuleCase>): Judged => {
    const answers = { ...answersOf(specified.complete), ...answersOf(added) };
    const state: FormState = { answers, tabs: {}, counts: {}, opened: new Set(opened) };
    const errors = validateAnswers({ definition, state, validators, now: new Date(at) });
    return judgedOf(keys, (key) => errors[keyOf(key)]);
  };
  const judgeCard = (card: string, answers: Answers): Judged => {
    const page = cards[card];
    if (!page) return new Map();
    const { title, options } = definition;
    const validate = compileSchema(toJsonSchema({ title, options, pages: [page] }, page));
    const state = { answers, tabs: {}, counts: {} };
    const errors = validateAnswers({ page, state, validators: { [page.id]: validate }, now: new Date() });
    return judgedOf(specified.cards[card] ?? [], (key) => errors[key]);
  };
  const anyway = judgeForm({}, {});
  return ({ card, given }, rule) => {
    const answers = { ...given, ...rule.given };
    if (card !== undefined) return judgeCard(card, answers);
    const isOfCase = ([key, text]: readonly [string, string]): boolean =>
      key in answers || anyway.get(key) !== text;
    return new Map([...judgeForm(answers, rule)].filter(isOfCase));
  };
}

function judgedOf(
  keys: readonly string[],
  messagesOf: (key: string) => readonly string[] | undefined,
): Judged {
  return new Map(
    keys.flatMap((key) => {
      const messages = messagesOf(key);
      return messages ? [[key, messages.join(' ')] as const] : [];
    }),
  );
}
