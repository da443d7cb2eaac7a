import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { FormDefinition, PageDefinition } from '#form/definition/definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { question } from '#test/form/build-definition.ts';
import { createTestApp, openTestApp, type TestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';
import { logIn, type StudentClient } from './student-client.ts';

const toy = toyQuestionnaire();

/** The toy form with added or replaced questions. */
function changedToy(hash: string, changed: PageDefinition['questions']) {
  const pages = toy.definition.pages.map((page, index) =>
    index === 0 ? { ...page, questions: { ...page.questions, ...changed } } : page,
  );
  const definition: FormDefinition = { ...toy.definition, hash, pages };
  return { ...toy, definition, validators: compileValidators(definition) };
}

const requiredQuestion = (key: string) => question(key, { required: true, page: 'first' });
const ruled = question('age', { type: 'integer', constraints: { maximum: 30 } });
const BOTH = { age: ruled, laptop: requiredQuestion('laptop') };

describe.each(testEngines)('a form that changes, on $engine', async ({ open }) => {
  let student: StudentClient;
  let count = 0;
  const changed: TestApp[] = [];
  const server = await openTestApp({ storage: await open() });
  afterAll(() => Promise.all(changed.map(({ app }) => app.close())));
  beforeEach(async () => {
    count += 1;
    student = await logIn(server, `student-${count}@example.org`);
  });

  const save = (answer: object) => student.call('PUT', '/api/answer', { answer });
  const lookAt = async (by = student) => (await by.call('GET', '/api/profile')).body['look_at'];
  /** The student at a server of another version of the form. */
  const after = async (hash: string, questions: PageDefinition['questions']) => {
    const { storage } = server;
    const other = await createTestApp({ storage, questionnaire: changedToy(hash, questions) });
    changed.push(other);
    return student.copy(other.app);
  };

  test('has nothing to review on a first visit', async () => {
    await save({ colour: 'red', age: 40 });
    expect(await lookAt(await after('first', BOTH))).toEqual([]);
  });

  test('lists new questions of complete pages, and newly invalid answers', async () => {
    expect(await lookAt()).toEqual([]);
    await save({ colour: 'red', age: 40 });
    const next = await after('second', BOTH);
    expect(await lookAt(next)).toEqual(['laptop', 'age']);
    expect(await lookAt(next)).toEqual(['laptop', 'age']);
  });

  test('lists no answer that was invalid before', async () => {
    const before = await after('fifth', { age: ruled });
    await lookAt(before);
    await before.call('PUT', '/api/answer', { answer: { colour: 'red', age: 40 } });
    expect(await lookAt(await after('sixth', BOTH))).toEqual(['laptop']);
  });

  test('keeps open reviews through another change, and drops done ones', async () => {
    await lookAt();
    await save({ colour: 'red', age: 40 });
    const next = await after('seventh', BOTH);
    await lookAt(next);
    await next.call('PUT', '/api/answer', { answer: { laptop: 'Yes' } });
    const last = await after('eighth', { ...BOTH, tablet: requiredQuestion('tablet') });
    expect(await lookAt(last)).toEqual(['age', 'tablet']);
  });

  test('keeps the label of a retired choice', async () => {
    await save({ colour: 'mauve', colour_desc: 'Mauve' });
    await save({ colour: 'mauve' });
    const { body } = await student.call('GET', '/api/profile');
    expect(body['answer']).toMatchObject({ colour: 'mauve', colour_desc: 'Mauve' });
  });
});
