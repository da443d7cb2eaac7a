import { compileValidators } from '#compiler/emit/compile-validators.ts';
import type { Cycle } from '#form/deadlines/cycle.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { question } from '#test/form/build-definition.ts';
import { documentQuestionnaire } from './document-form.ts';

export const FIRST: Cycle = { name: '2026–27', opens: '2025-08-01T00:00:00.000Z' };
/** A test's clock begins on March 1. */
export const SECOND: Cycle = {
  name: '2027–28',
  opens: '2026-03-02T12:00:00.000Z',
  closes: '2026-03-05T12:00:00.000Z',
};

/** The form with documents in a cycle. The second one no longer offers the first term. */
export function cycleForm(cycle: Cycle | undefined) {
  const toy = documentQuestionnaire();
  const [page] = toy.definition.pages;
  if (!page) throw new Error('The form has a page.');
  const own = {
    sailor: question('sailor'),
    term: question('term', { options: 'terms', companion: true }),
    signature: question('signature', { carry: false }),
  };
  const definition: FormDefinition = {
    ...toy.definition,
    hash: cycle?.opens ?? 'without',
    ...(cycle && { cycle }),
    options: {
      terms: (cycle === SECOND ? ['FA28'] : ['FA27', 'FA28']).map((value) => ({
        value,
        label: `Fall ${value}`,
      })),
    },
    pages: [{ ...page, questions: { ...page.questions, ...own } }],
  };
  return { ...toy, definition, validators: compileValidators(definition) };
}

/** Complete but for the documents. `term` and `signature` are not carried over. */
export const ANSWERS = {
  colour: 'blue',
  sailor: 'Ada',
  term: 'FA27',
  signature: 'Ada B.',
  pier: 'the west one',
};
