import { expect, test } from 'vitest';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { instanceCount } from '#form/answers/instances.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { allNodes, tabGroupsOf } from '#form/definition/form-part.ts';
import { optionListName, optionsOf } from '#form/answers/option-lists.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { isAnswerable } from '#compiler/prove/applicants/sample-answers.ts';
import { readApplications } from './applications.ts';
import { readForm, readValidators } from '#test/support/compiled-form.ts';

const form = readForm();
const validators = await readValidators(form);
const now = new Date();
const applications = readApplications(form, now);

for (const { title, ...state } of applications) {
  test(`nothing is wrong with the application of ${title} but that its documents are not attached`, () => {
    const documents = visibleQuestions(form, state).filter(isDocumentQuestion);
    const wrong = Object.keys(validateAnswers({ definition: form, state, validators, now }));
    expect(wrong.filter((key) => !documents.some((document) => document.key === key))).toEqual([]);
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
