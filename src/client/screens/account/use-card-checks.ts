import { useEffect, useRef, useState } from 'react';
import type { AnswerValue, Answers, Question, CardDefinition } from '#form/definition/definition.ts';
import { type ValidationErrors, validateAnswers } from '#form/validation/validate-answers.ts';
import { useServices } from '#client/api/services.ts';
import type { QuestionStore } from '#client/questionnaire/store/form-store.ts';
import type { LoadedCard } from './use-card.ts';
import { type RuleState, passwordRules } from '#client/widgets/text/PasswordChecklist.tsx';
import type { FindWeakness } from '#form/passwords/guessable-password.ts';
import { say, accountTexts, answerTexts } from '#texts/say.ts';
import { readErrorMap, RequestError } from '#client/api/call.ts';
import { endedText } from '#form/validation/wrong-questions.ts';

/** An answer as the server refused it. */
type Refused = {
  readonly key: string;
  readonly answer: AnswerValue | undefined;
  readonly messages: readonly string[];
};

type CardRules = {
  /** False: no errors before the first submit. */
  readonly isLive: boolean;
  readonly furtherRules: FurtherRules;
  /** Called when none of the errors that were shown is left. */
  readonly onCorrected: () => void;
};

/** Finds a card's errors again with each change (docs/behavior.md 2.4), and shows those of controls left. */
export function useCardChecks(
  loaded: LoadedCard,
  store: QuestionStore,
  { isLive, furtherRules, onCorrected }: CardRules,
) {
  const { now } = useServices();
  const left = useRef<Set<string> | 'all'>(new Set());
  const refused = useRef<readonly Refused[]>([]);
  const find = (): ValidationErrors => {
    const { answers } = store.state().form;
    return { ...furtherErrors(furtherRules(answers)), ...cardErrors(loaded, answers, now()) };
  };
  const show = (): void => {
    const shown = left.current;
    const errors = Object.entries(find()).filter(([key]) => shown === 'all' || shown.has(key));
    const { answers } = store.state().form;
    const still = refused.current.filter(({ key, answer }) => answers[key] === answer);
    const shownErrors = {
      ...Object.fromEntries(still.map(({ key, messages }) => [key, messages])),
      ...Object.fromEntries(errors),
    };
    store.dispatch({ type: 'setErrors', sources: [shownErrors] });
    if (Object.keys(shownErrors).length === 0) onCorrected();
  };
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    let checked = store.state().form;
    return store.subscribe(() => {
      if (checked === store.state().form) return;
      checked = store.state().form;
      latest.current();
    });
  }, [store]);
  return {
    /** Notes that a control was left: from now on its errors show. */
    leave: (key: string): void => {
      if (!isLive || left.current === 'all' || left.current.has(key)) return;
      left.current.add(key);
      show();
    },
    /** Everything that is wrong; shows it, from now on with each key. */
    checkAll: (): ValidationErrors => {
      left.current = 'all';
      refused.current = [];
      show();
      return find();
    },
    /** Shows what the server found, each until its answer changes or the card is sent again. */
    refuse: (errors: ValidationErrors): void => {
      const { answers } = store.state().form;
      refused.current = Object.entries(errors).map(([key, messages]) => ({
        key,
        messages,
        answer: answers[key],
      }));
      show();
    },
  };
}

/** A rule of a card beyond its compiled ones, which compares or knows more: a line of a password's checklist. */
export type FurtherRule = RuleState & {
  /** The password whose checklist shows it. */
  readonly listedAt: string;
  /** Where its error shows. */
  readonly key: string;
  /** The error message, where it is more specific than the line in the checklist. */
  readonly error?: string | undefined;
};

export type FurtherRules = (answers: Answers) => readonly FurtherRule[];

/** What breaks them, by the control where it shows. */
function furtherErrors(rules: readonly FurtherRule[]): ValidationErrors {
  const broken = rules.filter(({ isKept }) => isKept === false);
  return Object.fromEntries(broken.map(({ key, error, message }) => [key, [error ?? message]]));
}

/** The rule as a line of the checklist, and the sentence for a password that breaks it. */
type Guessability = RuleState & { readonly error: string | undefined };

/** The rule that a new password is hard to guess; silent until its words are loaded (decision 15). */
export function useGuessability(
  question: Question | undefined,
): (password: string, username: string) => Guessability {
  const { partner } = useServices();
  const [findWeakness, setFindWeakness] = useState<FindWeakness>();
  const isUsed = question !== undefined;
  useEffect(() => {
    if (!isUsed) return;
    import('#form/passwords/guessable-password.ts').then(
      ({ createFindWeakness }) => setFindWeakness(() => createFindWeakness(partner)),
      console.error,
    );
  }, [isUsed, partner]);
  return (password, username) => {
    const isDue = isUsed && passwordRules(question, password).every(({ isKept }) => isKept);
    const error = isDue ? findWeakness?.(password, username) : undefined;
    const isKept = isDue && findWeakness ? error === undefined : undefined;
    return { message: say(accountTexts.hardToGuess), isKept, error };
  };
}

/** Checks whether a new password is hard to guess. */
export function useGuessRule({ questions }: CardDefinition): FurtherRules {
  const question = Object.values(questions).find(({ ui }) => ui['checklist'] === true);
  const guessability = useGuessability(question);
  return (answers) => {
    if (!question) return [];
    const { key } = question;
    const rule = guessability(cardAnswerText(answers, key), cardAnswerText(answers, 'username'));
    return [{ key, listedAt: key, ...rule }];
  };
}

/** Validates a card's answers with its compiled rules. */
export function cardErrors({ card, validator }: LoadedCard, answers: Answers, now: Date): ValidationErrors {
  const state = { answers, tabs: {}, counts: {} };
  return validateAnswers({ page: card, state, validators: { [card.id]: validator }, now });
}

/** Formats errors for the toast, one line for each control. */
export function cardErrorText({ questions }: CardDefinition, errors: ValidationErrors): string {
  return Object.entries(errors)
    .map(([key, messages]) => {
      const text = messages.join(', ');
      const label = questions[key]?.label ?? key;
      return endedText(/^\p{Ll}/u.test(text) ? say(answerTexts.ofQuestion, { label, sentence: text }) : text);
    })
    .join('\n');
}

/** Picks the server's errors for questions of the card. */
export function refusedCardAnswers({ questions }: CardDefinition, error: unknown): ValidationErrors {
  const found = error instanceof RequestError ? readErrorMap(error.body['errors']) : undefined;
  return Object.fromEntries(Object.entries(found ?? {}).filter(([key]) => Object.hasOwn(questions, key)));
}

/** An answer of a card as text; cards ask for nothing else. */
export function cardAnswerText(answers: Answers, key: string): string {
  const answer = answers[key];
  return typeof answer === 'string' ? answer : '';
}
