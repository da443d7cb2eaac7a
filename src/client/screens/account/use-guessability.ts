import { useEffect, useState } from 'react';
import type { Question } from '#form/definition/definition.ts';
import type { FindWeakness } from '#form/passwords/guessable-password.ts';
import { useServices } from '#client/api/services.ts';
import { passwordRules, type RuleState } from '#client/widgets/text/password-rules.ts';
import { say } from '#texts/say.ts';
import { accountTexts } from '#generated/texts.ts';

/** The rule as a line of the checklist, and the sentence for a password that breaks it. */
export type Guessability = RuleState & { readonly error: string | undefined };

/**
 * The rule that a new password is hard to guess (decision 15). Its words are loaded with the screen; without them, and
 * before the other rules hold, it says nothing: the server has it, too.
 *
 * @param question that asks for the password; without one there is nothing to look at
 */
export function useGuessability(
  question: Question | undefined,
): (password: string, username: string) => Guessability {
  const { partner } = useServices();
  const [findWeakness, setFindWeakness] = useState<FindWeakness>();
  const isAsked = question !== undefined;
  useEffect(() => {
    if (!isAsked) return;
    import('#form/passwords/guessable-password.ts').then(
      ({ createFindWeakness }) => setFindWeakness(() => createFindWeakness(partner)),
      console.error,
    );
  }, [isAsked, partner]);
  return (password, username) => {
    const isDue = isAsked && passwordRules(question, password).every(({ isKept }) => isKept);
    const error = isDue ? findWeakness?.(password, username) : undefined;
    const isKept = isDue && findWeakness ? error === undefined : undefined;
    return { message: say(accountTexts.hardToGuess), isKept, error };
  };
}
