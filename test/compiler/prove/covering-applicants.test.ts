import { expect, test } from 'vitest';
import { coveringApplicants } from '#test/support/covering-applicants.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { compileTiny, compileTinyWith } from '../tiny-form.ts';

const now = new Date('2026-11-22T12:00:00Z');
const tiny = compileTiny();
const applicants = coveringApplicants(tiny, now);

test('a few applicants cover every question, and every answer that conditions distinguish', () => {
  expect(applicants.length).toBeLessThan(6);
  const answers = applicants.map((applicant) => applicant.answers);
  const answered = new Set(answers.flatMap((each) => Object.keys(each)));
  expect([...questionsOf(tiny.definition).keys()].filter((key) => !answered.has(key))).toEqual([]);
  expect(new Set(answers.map(({ home }) => home))).toEqual(new Set(['flat', 'tower', 'house']));
  expect(new Set(answers.map(({ has_pets }) => has_pets))).toEqual(new Set(['Y', 'N']));
  expect(answers.some(({ floor }) => Number(floor) >= 3)).toBe(true);
  expect(answers.some(({ floor }) => Number(floor) < 3)).toBe(true);
});

test('they cover every tab', () => {
  expect(new Set(applicants.map(({ tabs }) => tabs['words'] ?? 'none'))).toEqual(new Set(['none', 'own']));
});

test('they omit questions that no submittable application contains', () => {
  const hideWhen = { valueKey: 'name', operator: 'answered' };
  const unnamed = { kind: 'section', id: 'unnamed', children: ['born'], hideWhen };
  const found = coveringApplicants(compileTinyWith({ 'pages/you.ui.json#/ui:layout/1': unnamed }), now);
  expect(found.filter(({ answers }) => 'born' in answers)).toEqual([]);
  expect(found.length).toBeGreaterThan(1);
});
