import type { CardDefinition } from '#form/definition/definition.ts';
import { useGuessability } from './use-guessability.ts';
import { cardAnswerText } from './card-errors.ts';
import type { FurtherRules } from './further-rules.ts';

/** The rule that a new password is hard to guess, for a card with a checklist. */
export function useGuessRule({ questions }: CardDefinition): FurtherRules {
  const asked = Object.values(questions).find(({ ui }) => ui['checklist'] === true);
  const guessability = useGuessability(asked);
  return (answers) => {
    if (!asked) return [];
    const { key } = asked;
    const rule = guessability(cardAnswerText(answers, key), cardAnswerText(answers, 'username'));
    return [{ key, listedAt: key, ...rule }];
  };
}
