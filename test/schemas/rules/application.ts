import { Validator } from '@cfworker/json-schema';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { toFacts } from '#form/answers/facts.ts';
import type { Answers, FormState, Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { type ValidationErrors, validateAnswers } from '#form/validation/validate-answers.ts';
import { messagesByKey } from '#form/validation/validator-errors.ts';
import { realDefinition, realSchema, realValidators } from '#test/form/real-definition.ts';
import { wrongKeys } from '#test/form/wrong-keys.ts';
import { completeState } from '#test/support/complete-state.ts';

export const definition = realDefinition();
const validators = await realValidators(definition);
const independent = new Validator(realSchema(), '7', false);

/** When the applications of these tests are judged, unless a test says another time. */
export const NOW = new Date('2026-11-21T12:00:00Z');

/** A question of the form. A key that is not asked is reported as a fault. */
export function asked(key: string): Question {
  const question = questionsOf(definition).get(key);
  if (!question) throw new Error(`The form does not ask "${key}".`);
  return question;
}

/** The values of a question's list, in its order; none where the form does not ask it or it has no list. */
export function values(key: string): readonly string[] {
  const name = questionsOf(definition).get(key)?.options;
  const list = name === undefined ? undefined : definition.options[name];
  if (!list) return [];
  return 'years' in list ? ['2026'] : list.map(({ value }) => value);
}

/** The first value of a list; any text for a question that has none. */
export function choice(key: string): string {
  return values(key)[0] ?? 'Other';
}

/**
 * The sentence for a missing answer: the generic one with the full label (specification 5, "Generic
 * defaults"). A label that is a sentence itself brings its own.
 */
export function missing(key: string): string {
  const { fullLabel, messages } = asked(key);
  return /[.?!]$/.test(fullLabel) ? (messages['required'] ?? '') : `${fullLabel} is a required field`;
}

const CITIZEN: Answers = {
  first_name: 'Ada',
  last_name: 'Sample',
  birth_date: '2008-05-04',
  phone_home: '3035550142',
  address_line_1: '12 Elm Street',
  city: 'Denver',
  state: 'CO',
  zip: '80204',
  country: 'USA',
  mailing_addr_same_as_perm_addr: true,
  citizenship_type: values('citizenship_type').find((type) => !['N', 'R', 'NRA'].includes(type)) ?? 'C',
  legacy_ind: 'N',
  no_parent_primary: true,
  entry_term: choice('entry_term'),
  applied_major: choice('applied_major'),
  career_goal: choice('career_goal'),
  first_hear_fru: choice('first_hear_fru'),
  hs_name: 'East High School',
  hs_attend_from_month: '8',
  hs_attend_from_year: '2022',
  hs_attend_to_month: '5',
  hs_attend_to_year: '2026',
  grad_month: '5',
  grad_year: '2026',
  conviction: 'N',
  suspended: 'N',
  legal_agree: true,
  counselor_waiver_request: choice('counselor_waiver_request'),
  signature: 'Ada Sample',
};

/**
 * A citizen without parents to name, without legacy connections and siblings: only what must be answered. What a
 * university requires beyond the specification has a sample answer, so that a new question is no fault of these tests.
 */
export const COMPLETE = completeState(definition, NOW, () => false, CITIZEN).answers;

/**
 * All that is wrong with the complete application after some answers were changed ('' empties one): key →
 * its messages, one after the other.
 *
 * @throws Error when the compiled JSON Schema does not say the same, by the built validators and by an independent one
 */
export function judged(changes: Answers, now: Date = NOW): Readonly<Record<string, string>> {
  return judgedAlone({ ...COMPLETE, ...changes }, now);
}

/** The same while a confirmation is open on the page. */
export function judgedWithOpen(confirmation: string, changes: Answers): Readonly<Record<string, string>> {
  return judgedState(
    { ...EMPTY, answers: { ...COMPLETE, ...changes }, opened: new Set([confirmation]) },
    NOW,
  );
}

/** The same of answers that are not added to any others. */
export function judgedAlone(answers: Answers, now: Date = NOW): Readonly<Record<string, string>> {
  return judgedState({ ...EMPTY, answers }, now);
}

const EMPTY: FormState = { answers: {}, tabs: {}, counts: {} };

function judgedState(state: FormState, now: Date): Readonly<Record<string, string>> {
  const errors = validateAnswers({ definition, state, validators, now });
  requireAgreement(errors, state);
  return Object.fromEntries(Object.entries(errors).map(([key, messages]) => [key, messages.join(' ')]));
}

/** Only calendar bounds, and a month that is wrong with its year, are no matter of the schema. */
function requireAgreement(errors: ValidationErrors, state: FormState): void {
  const facts = toFacts(definition, { ...state, answers: clearHidden(definition, state).answers });
  const built = Object.values(validators).flatMap((validator) => [...messagesByKey(validator, facts).keys()]);
  const beside = Object.keys(errors).filter((key) => {
    const { earliest, latest, parts } = asked(key);
    return !earliest && !latest && parts.every((part) => !(part in errors));
  });
  const said = JSON.stringify(built.toSorted());
  if (said !== JSON.stringify(wrongKeys(independent, facts))) throw new Error(`Validators disagree: ${said}`);
  const unsaid = [
    ...beside.filter((key) => !built.includes(key)),
    ...built.filter((key) => !(key in errors)),
  ];
  if (unsaid.length > 0) throw new Error(`Model and schema disagree about ${unsaid.join(', ')}`);
}
