import { beforeAll, describe, expect, test } from 'vitest';
import { countAnswers } from '#server/operator/count-answers.ts';
import { seedStudent } from '#test/api/seeded-student.ts';
import { reencryptRows, openEncryptedDatabase } from '#server/student-tables/encrypted-database.ts';
import { renamedToy } from './renamed-toy.ts';
import { openTestApp } from './test-app.ts';
import { testEngines } from './test-storage.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';

describe.each(testEngines)('answer counts on $engine', async ({ open }) => {
  const server = await openTestApp({ storage: await open() });
  beforeAll(async () => {
    const submitted = await seedStudent(server, { colour: 'red', agrees: true, retired: 'kept' });
    await server.storage.db
      .updateTable('application')
      .set({ submitted_at: server.now() })
      .where('student_id', '=', submitted.id)
      .execute();
    await seedStudent(server, { colour: 'red', shade: 'typed by hand', colour_desc: 'Red' });
    await seedStudent(server, { colour: 'of another form', shade: '', tags: [] });
    await seedStudent(server, {});
  });

  test('are by key, and by value for options and boxes, without typed text', async () => {
    const parts = { db: server.storage.db, questionnaire: toyQuestionnaire(), partner: 'toy' };
    expect(await countAnswers(parts)).toEqual({
      toy: {
        total: { drafts: 3, submitted: 1 },
        answers: {
          agrees: { drafts: 0, submitted: 1, values: { true: { drafts: 0, submitted: 1 } } },
          colour: { drafts: 2, submitted: 1, values: { red: { drafts: 1, submitted: 1 } } },
          retired: { drafts: 0, submitted: 1, values: {} },
          shade: { drafts: 1, submitted: 0, values: {} },
        },
      },
    });
  });

  test('are under the current key for a former one', async () => {
    const parts = { db: server.storage.db, questionnaire: renamedToy() };
    const { toy } = await countAnswers({ ...parts, partner: 'toy' });
    expect(Object.keys(toy?.answers ?? {})).not.toContain('colour');
  });

  test('are the same for encrypted answers', async () => {
    const questionnaire = toyQuestionnaire();
    const plain = { db: server.storage.db, questionnaire, partner: 'toy' };
    const counts = await countAnswers(plain);
    const keys = { dataKeys: [Buffer.alloc(32, 1)] };
    const { db } = await openEncryptedDatabase(server.storage.db, keys);
    expect(await reencryptRows(db)).toMatchObject({ application: 3 });
    await expect(countAnswers(plain)).rejects.toThrow('DATA_KEY is missing');
    expect(await countAnswers({ ...plain, db })).toEqual(counts);
  });
});
