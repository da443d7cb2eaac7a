import { expect, test } from 'vitest';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { instanceCount } from '#form/answers/instances.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { allNodes, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import { optionListName, optionsOf } from '#form/answers/option-lists.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { isAnswerable } from './answerable.ts';
import { readApplications } from './applications.ts';
import { readForm, readValidators } from './compiled-form.ts';

const form = readForm();
const validators = await readValidators(form);
const now = new Date();
const applications = readApplications(form, now);
const asked = [...questionsOf(form).values()].filter((question) => isAnswerable(form, question));

test('five people have filled in an application', () => {
  expect(applications.map(({ title }) => title)).toHaveLength(5);
});

for (const { title, ...state } of applications) {
  test(`nothing is wrong with the application of ${title}`, () => {
    expect(validateAnswers({ definition: form, state, validators, now })).toEqual({});
  });

  test(`${title} answers only what is asked, with what is offered`, () => {
    const visible = visibleQuestions(form, state).filter((question) => isAnswerable(form, question));
    const shown = new Map(visible.map((question) => [question.key, question]));
    expect(Object.keys(state.answers).filter((key) => !shown.has(key))).toEqual([]);
    expect(clearHidden(form, state).cleared).toEqual([]);
    const context = { answers: state.answers, now };
    const notOffered = Object.entries(state.answers).filter(([key, answer]) => {
      const question = shown.get(key);
      if (!question || optionListName(question, state.answers) === undefined) return false;
      const offered = new Set(optionsOf(form, question, context).map(({ value }) => value));
      return [answer].flat().some((value) => !offered.has(String(value)));
    });
    expect(notOffered).toEqual([]);
  });

  test(`the counts of ${title} are those that the answers need, and the tabs are there`, () => {
    const groups = form.pages
      .flatMap((page) => allNodes(page.layout))
      .filter((node) => node.kind === 'addAnother');
    const counts = groups.map((node) => [node.id, instanceCount(node, { ...state, counts: {} })] as const);
    expect(state.counts).toEqual(Object.fromEntries(counts.filter(([, count]) => count > 1)));
    const tabs = new Map(tabGroupsOf(form).map((group) => [group.id, group]));
    for (const [id, tab] of Object.entries(state.tabs)) {
      expect(tabs.get(id)?.tabs.map((each) => each.id)).toContain(tab);
    }
  });
}

test('together they answer every question that can be answered', () => {
  const answered = new Set(applications.flatMap(({ answers }) => Object.keys(answers)));
  expect(asked.map(({ key }) => key).filter((key) => !answered.has(key))).toEqual([]);
});

test('a year is counted from now, and an option from the top of its list', () => {
  const [, later] = [now, new Date('2040-03-01')].map((each) => readApplications(form, each));
  const years = later?.flatMap(({ answers }) => Object.values(answers)).join(' ') ?? '';
  expect(years).not.toContain('{');
  expect(years).toContain('2041');
});
