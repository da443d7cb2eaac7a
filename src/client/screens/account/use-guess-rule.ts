import { useEffect, useState } from 'react';
import type { CardDefinition } from '#form/definition/definition.ts';
import type { FindWeakness } from '#form/passwords/guessable-password.ts';
import { useServices } from '#client/data/services.ts';
import { passwordRules } from '#client/widgets/text/password-rules.ts';
import { cardAnswerText } from './card-errors.ts';
import type { FurtherRules } from './further-rules.ts';
import { say } from '#texts/say.ts';
import * as accountTexts from '#generated/texts/account.ts';

/**
 * The rule that a new password is hard to guess, for a card with a checklist (decision 8). Its words are loaded
 * beside the card; without them, and before the other rules hold, it says nothing: the server has it, too.
 */
export function useGuessRule({ questions }: CardDefinition): FurtherRules {
  const { partner } = useServices();
  const [findWeakness, setFindWeakness] = useState<FindWeakness>();
  const asked = Object.values(questions).find(({ ui }) => ui['checklist'] === true);
  useEffect(() => {
    if (!asked) return;
    import('#form/passwords/guessable-password.ts').then(
      ({ createFindWeakness }) => setFindWeakness(() => createFindWeakness(partner)),
      console.error,
    );
  }, [asked, partner]);
  return (answers) => {
    if (!asked) return [];
    const { key } = asked;
    const password = cardAnswerText(answers, key);
    const isDue = passwordRules(asked, password).every(({ isKept }) => isKept);
    const error = isDue ? findWeakness?.(password, cardAnswerText(answers, 'username')) : undefined;
    const isKept = isDue && findWeakness ? error === undefined : undefined;
    return [{ key, listedAt: key, message: say(accountTexts.hardToGuess), isKept, error }];
  };
}
