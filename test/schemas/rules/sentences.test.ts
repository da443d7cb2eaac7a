import { describe, expect, it } from 'vitest';
import { questionsOf } from '#form/definition/form-part.ts';
import type { Question } from '#form/definition/definition.ts';
import { definition } from './application.ts';

const questions = [...questionsOf(definition).values()];

/** The sentences that somebody who fills in the form can meet: nothing else than an option can be chosen. */
function metSentences({ messages, required, requiredWhen, options }: Question): readonly string[] {
  return Object.entries(messages).flatMap(([keyword, sentence]) => {
    if (keyword === 'type' || (options !== undefined && keyword !== 'required')) return [];
    return keyword !== 'required' || required || requiredWhen !== undefined ? [sentence] : [];
  });
}

describe('what the form says of a wrong answer', () => {
  const sentences = new Set(questions.flatMap(metSentences));

  it.each([...sentences].map((sentence) => [sentence]))('is one sentence: %s', (sentence) => {
    expect(sentence).not.toMatch(/[.?!,;] (?:is|must|field) /);
  });
});

describe('what a block asks', () => {
  const labelled = questions.filter(({ label, fullLabel }) => label !== fullLabel);

  it.each(labelled.map(({ fullLabel, label }) => [fullLabel, label] as const))(
    'reads as one label: %s',
    (_, label) => {
      expect(label).not.toMatch(/[.?!]$/);
    },
  );
});
