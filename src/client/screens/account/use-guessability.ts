import { useEffect, useState } from 'react';
import type { Question, CardDefinition } from '#form/definition/definition.ts';
import type { FindWeakness } from '#form/passwords/guessable-password.ts';
import { useServices } from '#client/api/services.ts';
import { passwordRules, type RuleState } from '#client/widgets/text/PasswordChecklist.tsx';
import { say, accountTexts } from '#texts/say.ts';
import { cardAnswerText } from './card-errors.ts';
import type { FurtherRules } from './use-card-checks.ts';

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

/** The rule that a new password is hard to guess, for a card with a checklist. */
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
