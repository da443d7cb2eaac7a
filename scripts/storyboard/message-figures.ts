import { messageStates } from '#compiler/states/message-states.ts';
import type { Questionnaire } from '#server/settings/questionnaire.ts';
import type { Figure } from './figure.ts';
import { keptSection } from './kept-section.ts';
import { clipOf, pathOf } from './state-figures.ts';

/** Each message of the form once: what is missing, what is wrong, and what is odd. */
export async function messageFigures(questionnaire: Questionnaire, now: Date): Promise<readonly Figure[]> {
  const { definition, validators } = questionnaire;
  const states = messageStates(definition, validators, now);
  const numbers = new Map<string, number>();
  return states.map(({ section, state, messages, isMissing }) => {
    const kind = isMissing ? 'missing' : 'wrong';
    const place = [section.page, ...(section.id === undefined ? [] : [section.id]), kind].join('.');
    const number = (numbers.get(place) ?? 0) + 1;
    numbers.set(place, number);
    const page = definition.pages.find(({ id }) => id === section.page);
    const what = isMissing ? 'Answers are missing' : 'Answers are wrong or odd';
    return {
      chapter: page?.title ?? section.page,
      heading: section.title,
      caption: number === 1 ? what : `${what} (${number})`,
      anchor: number === 1 ? place : `${place}.${number}`,
      scene: { path: pathOf(section, definition), state, status: 'validating', clips: [clipOf(section)] },
      isKept: keptSection({ questionnaire, section, now, isValidating: true }),
      words: messages,
    };
  });
}
