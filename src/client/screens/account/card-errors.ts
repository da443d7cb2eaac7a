import type { Answers, CardDefinition } from '#form/definition/definition.ts';
import { validateAnswers, type ValidationErrors } from '#form/validation/validate-answers.ts';
import { readErrorMap, RequestError } from '#client/api/request-error.ts';
import { endedText } from '#form/validation/wrong-questions.ts';
import { say, answerTexts } from '#texts/say.ts';
import type { LoadedCard } from './use-card.ts';

/** What is wrong with a card's answers, by its compiled rules. */
export function cardErrors({ card, validator }: LoadedCard, answers: Answers, now: Date): ValidationErrors {
  const state = { answers, tabs: {}, counts: {} };
  return validateAnswers({ page: card, state, validators: { [card.id]: validator }, now });
}

/** The errors for the toast, one line for each control; a message that is not a sentence follows its label. */
export function cardErrorText({ questions }: CardDefinition, errors: ValidationErrors): string {
  return Object.entries(errors)
    .map(([key, messages]) => {
      const text = messages.join(', ');
      const label = questions[key]?.label ?? key;
      return endedText(/^\p{Ll}/u.test(text) ? say(answerTexts.ofQuestion, { label, sentence: text }) : text);
    })
    .join('\n');
}

/** What the server found wrong with the answers of a card, as far as the card asks for them. */
export function refusedCardAnswers({ questions }: CardDefinition, error: unknown): ValidationErrors {
  const found = error instanceof RequestError ? readErrorMap(error.body['errors']) : undefined;
  return Object.fromEntries(Object.entries(found ?? {}).filter(([key]) => Object.hasOwn(questions, key)));
}

/** An answer of a card as text; cards ask for nothing else. */
export function cardAnswerText(answers: Answers, key: string): string {
  const answer = answers[key];
  return typeof answer === 'string' ? answer : '';
}
