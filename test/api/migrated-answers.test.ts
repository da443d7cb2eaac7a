import { beforeEach, describe, expect, test } from 'vitest';
import { renamedToy } from '#test/server/renamed-toy.ts';
import { openOtherApp, openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { eventsOf, logIn, type StudentClient } from './student-client.ts';

function save(by: StudentClient, answer: object, base?: number) {
  const base_version = base === undefined ? {} : { base_version: base };
  return by.call('PUT', '/api/answer', { answer, ...base_version });
}

async function answersOf(by: StudentClient) {
  return (await by.call('GET', '/api/profile')).body['answer'];
}

async function tabs(by: StudentClient) {
  return (await by.call('GET', '/api/tabs')).body;
}

async function counts(by: StudentClient) {
  return (await by.call('GET', '/api/add-another')).body;
}

describe.each(testEngines)('two versions of the form on one database, on $engine', async ({ open }) => {
  const older = await openTestApp({ storage: await open() });
  const newer = await openOtherApp(older, { questionnaire: renamedToy() });
  /** The same student at both. */
  let before: StudentClient;
  let after: StudentClient;
  let username: string;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    username = `student-${count}@example.org`;
    before = await logIn(older, username);
    after = before.copy(newer.app);
  });

  const events = () => eventsOf(older, username, 'moved');

  test('the newer returns current keys and values, the older its own', async () => {
    await save(before, { colour: 'red', boat_name: 'Ada', pier: 'west', age: 7 });
    expect(await answersOf(after)).toEqual({
      tint: 'crimson',
      tint_desc: 'Crimson',
      vessel_name: 'Ada',
      pier: 'westward',
      age: 7,
    });
    expect(await answersOf(before)).toEqual({
      colour: 'red',
      colour_desc: 'Red',
      boat_name: 'Ada',
      pier: 'west',
      age: 7,
    });
  });

  test('answers migrate once, audited without their values', async () => {
    await save(before, { colour: 'red', pier: 'west' });
    await answersOf(after);
    await answersOf(after);
    await save(after, { tint: 'green' });
    await answersOf(after);
    expect(await events()).toMatchObject([
      { client: 'server', result: 'ok', detail: 'colour to tint, a value of pier' },
    ]);
  });

  test('saves at either are read at both, cleared answers too', async () => {
    await save(before, { colour: 'red', boat_name: 'Ada' });
    await save(after, { tint: 'green' });
    expect(await answersOf(before)).toMatchObject({
      colour: 'green',
      colour_desc: 'Green',
      boat_name: 'Ada',
    });
    await save(before, { colour: '', boat_name: 'Bea' });
    expect(await answersOf(after)).toMatchObject({ tint: '', vessel_name: 'Bea' });
    await save(after, { vessel_name: '', pier: 'westward' });
    expect(await answersOf(before)).toMatchObject({ colour: '', boat_name: '', pier: 'west' });
    await save(before, { pier: 'north' });
    expect(await answersOf(after)).toMatchObject({ pier: 'north' });
    await save(before, { pier: 'west' });
    expect(await answersOf(after)).toMatchObject({ pier: 'westward' });
  });

  test('a save at one conflicts with a later save at the other', async () => {
    await save(before, { colour: 'red' });
    await answersOf(after);
    // The migration was version 2.
    await save(after, { tint: 'green' }, 1);
    expect(await save(before, { colour: 'blue' }, 1)).toMatchObject({ status: 409 });
    expect(await save(before, { colour: 'blue' }, 3)).toMatchObject({ status: 200, body: { version: 4 } });
    expect(await save(after, { tint: 'green' }, 3)).toMatchObject({ status: 409 });
    expect(await answersOf(after)).toMatchObject({ tint: 'blue' });
  });

  test('the older neither sends nor deletes unknown keys', async () => {
    await save(after, { dune: 'high', tint: 'blue', shade: 'dark' });
    expect(await answersOf(before)).toEqual({ colour: 'blue', colour_desc: 'Blue', shade: 'dark' });
    expect(await save(before, { dune: 'flat' })).toMatchObject({ status: 422 });
    await save(before, { age: 7 });
    expect(await answersOf(after)).toMatchObject({ dune: 'high', age: 7 });
  });

  test('a page of the older form gets conflicts of the newer server under its own keys', async () => {
    await save(before, { colour: 'green' });
    await save(after, { tint: 'crimson' });
    const refused = await save(after, { colour: 'blue', colour_desc: 'Blue' }, 1);
    expect(refused).toMatchObject({
      status: 409,
      body: { conflicts: { colour: { mine: 'blue', theirs: 'crimson' } }, version: 2 },
    });
    expect(Object.keys(Object(refused.body['conflicts']))).toEqual(['colour']);
  });

  test('tabs and counts migrate in both directions', async () => {
    await before.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: 'west' });
    await before.call('PUT', '/api/add-another', { button_id: 'boat', num_components: 2 });
    expect(await tabs(after)).toMatchObject({ shore: 'sunset' });
    expect(await counts(after)).toMatchObject({ vessel: 2 });
    expect(await tabs(before)).toMatchObject({ coast: 'west' });
    await after.call('PUT', '/api/tabs', { tab_id: 'shore', chosen_tab: 'east' });
    await after.call('PUT', '/api/add-another', { button_id: 'vessel', num_components: 1 });
    expect(await tabs(before)).toMatchObject({ coast: 'east' });
    expect(await counts(before)).toMatchObject({ boat: 1 });
    await before.call('PUT', '/api/tabs', { tab_id: 'coast', chosen_tab: 'west' });
    await before.call('PUT', '/api/add-another', { button_id: 'boat', num_components: 2 });
    expect(await tabs(after)).toMatchObject({ shore: 'sunset' });
    expect(await counts(after)).toMatchObject({ vessel: 2 });
  });

  test('a page of the older form saves at the newer server under its own keys', async () => {
    expect(await save(after, { colour: 'red', colour_desc: 'Red', boat_name: 'Ada' })).toMatchObject({
      status: 200,
    });
    expect(await answersOf(after)).toMatchObject({
      tint: 'crimson',
      tint_desc: 'Crimson',
      vessel_name: 'Ada',
    });
    const refused = await save(after, { colour: 7, boat_name: 'Bea' });
    expect(refused).toMatchObject({ status: 422 });
    expect(Object.keys(Object(refused.body['errors']))).toEqual(['colour']);
    const tab = { tab_id: 'coast', chosen_tab: 'west' };
    expect(await after.call('PUT', '/api/tabs', tab)).toMatchObject({ status: 200 });
    const two = { button_id: 'boat', num_components: 2 };
    expect(await after.call('PUT', '/api/add-another', two)).toMatchObject({ status: 200 });
    expect((await after.call('GET', '/api/tabs')).body).toMatchObject({ shore: 'sunset' });
    expect((await before.call('GET', '/api/add-another')).body).toMatchObject({ boat: 2 });
  });

  test('a submission at the older server has its form, and stays unchanged', async () => {
    await save(after, { tint: 'crimson', dune: 'high', pier: 'westward' });
    await after.call('PUT', '/api/tabs', { tab_id: 'shore', chosen_tab: 'east' });
    expect(await before.call('POST', '/api/submit')).toMatchObject({ status: 200 });
    const submission = await older.storage.db
      .selectFrom('submission')
      .innerJoin('student', 'student.id', 'submission.student_id')
      .select(['answers', 'definition_hash', 'tabs'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    expect(submission).toMatchObject({ definition_hash: 'toy-hash', tabs: { coast: 'east' } });
    expect(submission.answers).toEqual({ colour: 'red', colour_desc: 'Red', pier: 'west' });
    await answersOf(after);
    expect(await events()).toEqual([]);
  });

  test('retired answers stay until the operator deletes them', async () => {
    await save(before, { beach: 'sandy', colour: 'red' });
    expect(await answersOf(after)).not.toHaveProperty('beach');
    await save(after, { tint: 'green' });
    expect(await answersOf(before)).toMatchObject({ beach: 'sandy' });
  });
});
