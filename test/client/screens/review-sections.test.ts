import { expect, it } from 'vitest';
import { reviewedLines, reviewSections } from '#client/screens/review/review-scope.ts';
import { toFacts } from '#form/answers/facts.ts';
import type { Answers, LayoutNode } from '#form/definition/definition.ts';
import { form, page, question } from '#test/form/build-definition.ts';

const isTwo = { valueKey: 'one', operator: 'equals', target: '2' } as const;
const ask = (key: string): LayoutNode => ({ kind: 'question', key });
const layout: readonly LayoutNode[] = [
  {
    kind: 'section',
    id: 'people',
    title: 'People',
    children: [
      ask('one'),
      { kind: 'text', paragraphs: ['I promise:'] },
      ask('two'),
      { kind: 'section', id: 'more', title: 'More', children: [ask('three')] },
    ],
  },
  { kind: 'section', id: 'hidden', title: 'Hidden', visibleWhen: isTwo, children: [ask('four')] },
  {
    kind: 'section',
    id: 'blank',
    title: 'Blank',
    children: [{ kind: 'text', paragraphs: ['Optional.'] }, ask('four')],
  },
];
const keys = ['one', 'two', 'three', 'four'];
const definition = form([
  page(
    keys.map((key) => question(key)),
    { layout },
  ),
]);

/** Sections with their headings, texts and questions. */
function outline(answers: Answers) {
  const state = { answers, tabs: {}, counts: {} };
  const lines = reviewedLines(definition, state, { now: new Date() });
  return definition.pages.flatMap((each) =>
    reviewSections(each, lines, toFacts(definition, state)).map(({ node, blocks }) => [
      node?.title,
      blocks.map(({ heading, texts, questions }) => [heading, ...texts, ...questions.map(({ key }) => key)]),
    ]),
  );
}

it('answers are grouped by section and heading, with their texts', () => {
  expect(outline({ one: '1', two: '2', three: '3' })).toEqual([
    [
      'People',
      [
        ['', 'one'],
        ['', 'I promise:', 'two'],
        ['More', 'three'],
      ],
    ],
    ['Blank', []],
  ]);
});

it('a section is listed while it is visible, also without answers', () => {
  expect(outline({ one: '2' })).toEqual([
    ['People', [['', 'one']]],
    ['Hidden', []],
    ['Blank', []],
  ]);
});
