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

/** An answer refused by the server. */
type Refused = {
  readonly key: string;
  readonly answer: AnswerValue | undefined;
  readonly messages: readonly string[];
};

type CardRules = {
  /** If false, no errors before the first submit. */
  readonly isLive: boolean;
  readonly furtherRules: FurtherRules;
  /** Called once no shown errors remain. */
  readonly onCorrected: () => void;
};

/** Revalidates a card on change; shows blurred controls' errors (docs/behavior.md 2.4). */
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
    /** Shows a blurred control's errors from now on. */
    leave: (key: string): void => {
      if (!isLive || left.current === 'all' || left.current.has(key)) return;
      left.current.add(key);
      show();
    },
    /** Validates everything; from now on updates per keystroke. */
    checkAll: (): ValidationErrors => {
      left.current = 'all';
      refused.current = [];
      show();
      return find();
    },
    /** Shows server errors until the answer changes or the card is resubmitted. */
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

/** Additional card rule, shown in a password's checklist. */
export type FurtherRule = RuleState & {
  /** Key of the password with the checklist. */
  readonly listedAt: string;
  /** Key of the control for its error. */
  readonly key: string;
  /** Error message, if more specific than the checklist line. */
  readonly error?: string | undefined;
};

export type FurtherRules = (answers: Answers) => readonly FurtherRule[];

/** Returns errors of broken rules by control. */
function furtherErrors(rules: readonly FurtherRule[]): ValidationErrors {
  const broken = rules.filter(({ isMet }) => isMet === false);
  return Object.fromEntries(broken.map(({ key, error, message }) => [key, [error ?? message]]));
}

/** Checklist rule, and the error for a weak password. */
type Guessability = RuleState & { readonly error: string | undefined };

/** Rule against guessable passwords; inactive until its words load (decision 15). */
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
    const isDue = isUsed && passwordRules(question, password).every(({ isMet }) => isMet);
    const error = isDue ? findWeakness?.(password, username) : undefined;
    const isMet = isDue && findWeakness ? error === undefined : undefined;
    return { message: say(accountTexts.hardToGuess), isMet, error };
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

/** Formats errors for the toast, one line per control. */
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

/** Returns a card's answer as text; cards have no other type. */
export function cardAnswerText(answers: Answers, key: string): string {
  const answer = answers[key];
  return typeof answer === 'string' ? answer : '';
}
