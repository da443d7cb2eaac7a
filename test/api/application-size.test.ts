import { describe, expect, test } from 'vitest';
import { openTestApp } from '#test/server/test-app.ts';
import { testEngines } from '#test/server/test-storage.ts';
import { seedStudent } from './seeded-student.ts';
import type { StudentClient } from './student-client.ts';

const KILOBYTE = 1024;
/** Its last 12 kB are free. */
const NEARLY_FULL = {
  tags: Array.from({ length: 24 }, () => 'x'.repeat(20 * KILOBYTE)),
  pier: 'p'.repeat(20 * KILOBYTE - 150),
};

const save = (student: StudentClient, answer: object) => student.call('PUT', '/api/answer', { answer });
const stored = async (student: StudentClient) => (await student.call('GET', '/api/profile')).body;

describe.each(testEngines)('an oversized application on $engine', async ({ open }) => {
  const server = await openTestApp({ storage: await open() });

  test.each(['the first save', 'a later save'])(
    'is not saved by %s, which reports what to shorten',
    async (name) => {
      const { student } = await seedStudent(server, NEARLY_FULL);
      if (name !== 'the first save') await save(student, { age: 3 });
      const before = await stored(student);

      const refused = await save(student, { colour: 'red', beach: 'b'.repeat(15 * KILOBYTE) });

      expect(refused.status).toBe(422);
      const sentence =
        'All answers together can have at most 512 kB. Please shorten this answer or another long one.';
      expect(refused.body['errors']).toEqual({ colour: [sentence], beach: [sentence] });
      expect(await stored(student)).toEqual(before);
    },
  );

  test('accepts what fits, and the rest after shortening', async () => {
    const { student } = await seedStudent(server, NEARLY_FULL);
    const beach = 'b'.repeat(15 * KILOBYTE);
    expect((await save(student, { beach: 'b'.repeat(5 * KILOBYTE) })).status).toBe(200);
    expect((await save(student, { beach })).status).toBe(422);
    expect((await save(student, { pier: '' })).status).toBe(200);
    expect((await save(student, { beach })).status).toBe(200);
    expect(await stored(student)).toMatchObject({ answer: { beach }, version: 3 });
  });

  test('over the limit can be shortened, not extended', async () => {
    const tags = Array.from({ length: 40 }, () => 'x'.repeat(20_000));
    const { student } = await seedStudent(server, { tags, beach: 'long', pier: 'short' });
    expect((await save(student, { pier: 'shorter' })).status).toBe(422);
    expect((await save(student, { pier: 'shorter', beach: '' })).status).toBe(200);
    expect((await save(student, { pier: 'tiny' })).status).toBe(200);
    expect(await stored(student)).toMatchObject({ answer: { tags, beach: '', pier: 'tiny' } });
  });

  test('counts bytes, whatever the language', async () => {
    const { student } = await seedStudent(server, NEARLY_FULL);
    expect((await save(student, { beach: 'あ'.repeat(5 * KILOBYTE) })).status).toBe(422);
    expect((await save(student, { beach: 'a'.repeat(5 * KILOBYTE) })).status).toBe(200);
  });
});
