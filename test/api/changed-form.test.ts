import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FormDefinition, PageDefinition } from '#form/definition/definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { question } from '#test/form/build-definition.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
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
const ruled = (maximum: number) => question('age', { type: 'integer', constraints: { maximum } });

describe.each(testEngines)('a form that changes, on $engine', ({ open }) => {
  let server: TestApp;
  let student: StudentClient;
  let count = 0;
  const changed: TestApp[] = [];
  beforeAll(async () => {
    server = await createTestApp({ storage: await open() });
  });
  afterAll(async () => {
    await Promise.all(changed.map(({ app }) => app.close()));
    await server.close();
  });
  beforeEach(async () => {
    count += 1;
    student = await logIn(server, `student-${count}@example.org`);
  });

  const save = (answer: object) => student.call('PUT', '/api/answer', { answer });
  const lookAt = async (by = student) => (await by.call('GET', '/api/profile')).body['look_at'];
  /** The student at a server of another version of the form. */
  const after = async (hash: string, questions: PageDefinition['questions']) => {
    const other = await createTestApp({
      storage: server.storage,
      questionnaire: changedToy(hash, questions),
    });
    changed.push(other);
    return student.copy(other.app);
  };

  test('has nothing to review on a first visit', async () => {
    await save({ colour: 'red', age: 40 });
    expect(
      await lookAt(await after('first', { age: ruled(30), laptop: requiredQuestion('laptop') })),
    ).toEqual([]);
  });

  test('lists new questions of complete pages, and newly invalid answers', async () => {
    expect(await lookAt()).toEqual([]);
    await save({ colour: 'red', age: 40 });
    const next = await after('second', { age: ruled(30), laptop: requiredQuestion('laptop') });
    expect(await lookAt(next)).toEqual(['laptop', 'age']);
    expect(await lookAt(next)).toEqual(['laptop', 'age']);
  });

  test('lists no answer that was invalid before', async () => {
    const before = await after('fifth', { age: ruled(30) });
    await lookAt(before);
    await before.call('PUT', '/api/answer', { answer: { colour: 'red', age: 40 } });
    expect(
      await lookAt(await after('sixth', { age: ruled(30), laptop: requiredQuestion('laptop') })),
    ).toEqual(['laptop']);
  });

  test('keeps open reviews through another change, and drops done ones', async () => {
    await lookAt();
    await save({ colour: 'red', age: 40 });
    const questions = { age: ruled(30), laptop: requiredQuestion('laptop') };
    const next = await after('seventh', questions);
    await lookAt(next);
    await next.call('PUT', '/api/answer', { answer: { laptop: 'Yes' } });
    const last = await after('eighth', { ...questions, tablet: requiredQuestion('tablet') });
    expect(await lookAt(last)).toEqual(['age', 'tablet']);
  });

  test('keeps the label of a retired choice', async () => {
    await save({ colour: 'mauve', colour_desc: 'Mauve' });
    await save({ colour: 'mauve' });
    const { body } = await student.call('GET', '/api/profile');
    expect(body['answer']).toMatchObject({ colour: 'mauve', colour_desc: 'Mauve' });
  });
});
