import { describe, expect, it } from 'vitest';
import { allNodes, questionsOf } from '#form/definition/form-part.ts';
import type { Question } from '#form/definition/definition.ts';
import { readCards } from '#test/support/compiled-form.ts';
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

describe('what a student reads', () => {
  const texts = JSON.stringify([definition.pages, readCards()]).match(/"(?:[^"\\]|\\.)*"/g) ?? [];

  it('says email and log in, and no other word for them (decision 8)', () => {
    expect(texts.filter((text) => /\be-mail|\bmails?\b|\bsign(?:ed)? in\b/i.test(text))).toEqual([]);
  });
});

describe('what a block asks', () => {
  const repeated = definition.pages
    .flatMap(({ layout }) => allNodes(layout))
    .filter((node) => node.kind === 'addAnother');
  const instances = repeated.flatMap((node) => node.instances);

  it.each(instances.map((instance) => [instance.title, instance] as const))(
    'is named in a message as on the page: %s',
    (title, { keys }) => {
      const named = questions.filter(({ key }) => keys.includes(key)).map(({ fullLabel }) => fullLabel);
      expect(named.filter((fullLabel) => !fullLabel.startsWith(`${title}: `))).toEqual([]);
    },
  );

  const labelled = questions.filter(({ label, fullLabel }) => label !== fullLabel);

  it.each(labelled.map(({ fullLabel, label }) => [fullLabel, label] as const))(
    'reads as one label: %s',
    (_, label) => {
      expect(label).not.toMatch(/[.?!]$/);
    },
  );
});
