// @vitest-environment happy-dom
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Answers, FormDefinition, FormState, Question } from '#form/definition/definition.ts';
import { summarize, type SummaryLine } from '#form/summary/summary.ts';
import { createFormStore } from '#client/questionnaire/store/form-store.ts';
import { PrintPage } from '#client/questionnaire/print/PrintPage.tsx';
import { addAnother, form, nodes, page, question, stateOf } from '#test/form/build-definition.ts';
import { readApplications } from '#test/applicants/applications.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { toyPages } from './toy-pages.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

afterEach(cleanup);

/** Renders all pages of a form. @returns the summary by key */
function print(definition: FormDefinition, state: FormState): ReadonlyMap<string, SummaryLine> {
  const store = createFormStore({ definition, state, now: NOW, signedIn: true });
  const lines = new Map(summarize(definition, state, NOW).map((line) => [line.key, line]));
  render(
    <main>
      {definition.pages.map((each) => (
        <PrintPage key={each.id} page={each} store={store} lines={lines} />
      ))}
    </main>,
  );
  return lines;
}

function printToy(answers: Answers, part: Partial<FormState> = {}) {
  return print(toyPages, stateOf(answers, part));
}

/** Renders one question with this answer. */
function printOne(asked: Question, answers: Answers, parts: readonly Question[] = []): string {
  const options = { letters: ['Y', 'N'].map((value) => ({ value, label: `Letter ${value}` })) };
  print(form([page([asked, ...parts], { layout: nodes(asked.key) })], { options }), stateOf(answers));
  return screen.getByRole('main').textContent;
}

/** The printed paragraphs and options, by question. */
function printedLines(): readonly (readonly [string, readonly string[]])[] {
  return [...document.querySelectorAll<HTMLElement>('[data-question]')]
    .filter((box) => box.textContent !== '')
    .map((box) => [
      box.dataset['question'] ?? '',
      [...box.querySelectorAll('p, li')].map((each) => each.textContent),
    ]);
}

describe('the print of a page', () => {
  it.each([
    [100, false],
    [1000, true],
  ])('folds an answer of %i lines: %s', (lines, isFolded) => {
    printToy({ essay: 'a\n'.repeat(lines) });
    const answer = screen.getByText((text) => text.startsWith('a a'));
    expect(answer.classList.contains('print-folded')).toBe(isFolded);
  });

  it('has RJSF render each answer', () => {
    const rendered = vi.spyOn(Object(SchemaField), 'type');
    printToy({ given: 'Ada', pet: 'Y', pets: ['Y'], agree: true });
    const keys = printedLines().map(([key]) => key);
    expect(keys).toContain('given');
    expect(rendered.mock.calls.map(([props]) => Object(props).name)).toEqual(keys);
  });

  it('has no interactive elements', () => {
    printToy({ given: 'Ada', pet: 'Y', pets: ['Y'], agree: true, essay: 'Long.', kid: 'Bo', secret: 'Psst' });
    for (const role of ['button', 'textbox', 'combobox', 'radio', 'checkbox', 'tab', 'link']) {
      expect(screen.queryAllByRole(role)).toEqual([]);
    }
  });

  it('shows only answered questions, as text', () => {
    printToy({ given: 'Ada', age: 0, land: 'C7' });
    expect(printedLines()).toEqual([
      ['given', ['Given Name', 'Ada']],
      ['age', ['Age', '0']],
      ['land', ['Land', 'Land 7']],
    ]);
  });

  it('marks chosen and other options', () => {
    printToy({ pet: 'N', pets: ['Y'], agree: true });
    expect(printedLines()).toEqual([
      ['pet', ['Do you have a pet?', '[ ] Yes', '[X] No']],
      ['pets', ['Pets', '[X] Yes', '[ ] No']],
      ['agree', ['[X] I agree.']],
    ]);
  });

  it('leaves out a section without any answer, with its heading', () => {
    printToy({ land: 'C7' });
    expect(screen.queryByRole('heading')).toBeNull();
    cleanup();
    printToy({ given: 'Ada' });
    expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual(['Person']);
  });

  it('keeps texts between questions, without links', () => {
    const text = { kind: 'text', paragraphs: [['Read ', { text: 'this', href: 'https://x' }, '.']] } as const;
    print(form([page([question('a')], { layout: [text, ...nodes('a')] })]), stateOf({ a: 'A' }));
    expect(screen.getByText('Read this.')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('shows every instance of a short block as a row of a table', () => {
    const layout = [addAnother('pair', ['a', 'b', 'c'], ['a_2', 'b_2', 'c_2'])];
    const keys = ['a', 'b', 'c', 'a_2', 'b_2', 'c_2'];
    const definition = form([
      page(
        keys.map((key) => question(key, { label: `Name ${key[0]}` })),
        { layout },
      ),
    ]);
    print(definition, stateOf({ a: '1', c: '3', c_2: '6' }));
    const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['Name a', 'Name c'],
      ['1', '3'],
      ['', '6'],
    ]);
  });

  it('shows the instances of a long block under a heading each', () => {
    const first = ['a', 'b', 'c', 'd', 'e', 'f'];
    const second = first.map((key) => `${key}_2`);
    const layout = [addAnother('long', first, second)];
    print(
      form([
        page(
          [...first, ...second].map((key) => question(key)),
          { layout },
        ),
      ]),
      stateOf({ f_2: 'Last' }),
    );
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getAllByRole('heading')).toHaveLength(1);
    expect(printedLines()).toEqual([['f_2', ['f_2', 'Last']]]);
  });

  it('renders a question with an unknown widget', () => {
    expect(printOne(question('map', { label: 'Place', widget: 'map-of-2031' }), { map: '39.7, -105' })).toBe(
      'Place39.7, -105',
    );
  });

  it.each(['<script>alert(1)</script>', '{{7*7}} ${7*7}', '**bold** [x](javascript:alert(1))'])(
    'shows %s as text',
    (text) => {
      printOne(question('a', { label: 'A' }), { a: text });
      expect(screen.getByText(text)).toBeTruthy();
      expect(screen.getByRole('main').querySelectorAll('script, img, b, a, style')).toHaveLength(0);
    },
  );
});

describe('the print of an application', () => {
  const definition = readForm();
  it.each(readApplications(definition, NOW).map((application) => [application.title, application] as const))(
    'of %s matches its summary',
    (_title, state) => {
      const lines = print(definition, state);
      const summarized = [...lines.values()].map(({ key, value, options }) => [
        key,
        answersIn(key, value, options),
      ]);
      const printed = printedLines().map(([key, texts]) => [key, withoutLabel(definition, key, texts)]);
      expect(printed).toEqual(summarized);
      expect(lines.size).toBeGreaterThan(20);
    },
  );
});

function withoutLabel(definition: FormDefinition, key: string, texts: readonly string[]): readonly string[] {
  const label = definition.pages.find(({ questions }) => key in questions)?.questions[key]?.label;
  return texts[0] === label ? texts.slice(1) : texts;
}

/** The texts of a summary line: its marked options, or its value. */
function answersIn(key: string, value: string, options: SummaryLine['options']): readonly string[] {
  const isCell = document.querySelector(`td[data-question="${key}"]`) !== null;
  return isCell || options.length === 0
    ? [value]
    : options.map(({ isChosen, label }) => `${isChosen ? '[X]' : '[ ]'} ${label}`);
}
