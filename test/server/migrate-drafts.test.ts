import { beforeAll, describe, expect, test } from 'vitest';
import { eventsOf, logIn, type StudentClient } from '#test/api/student-client.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { runOperation } from '#server/operator/operations.ts';
import { insertDefinition } from '#server/student-tables/submission-store.ts';
import { renamedToy } from './renamed-toy.ts';
import { openTestApp, operatorServices } from './test-app.ts';
import { testEngines } from './test-storage.ts';

function save(by: StudentClient, answer: object) {
  return by.call('PUT', '/api/answer', { answer });
}

/** Deletions are last. */
const MOVED = [
  '  boat_name to vessel_name  1 draft',
  '  colour to tint            1 draft',
  '  pier: west to westward    1 draft',
  '  beach deleted             1 draft',
  '  tags=old deleted          1 draft',
];

describe.each(testEngines)('the command migrate, on $engine', async ({ open }) => {
  const newer = renamedToy({
    retired: { beach: 'deleted' },
    retiredValues: { tags: { old: 'deleted' } },
    keys: { colour: 'tint', boat_name: 'vessel_name' },
  });
  const server = await openTestApp({ storage: await open() });
  beforeAll(async () => {
    const ada = await logIn(server, 'ada@example.org');
    await save(ada, { colour: 'red', beach: 'sandy' });
    await save(await logIn(server, 'bob@example.org'), { boat_name: 'Bee', pier: 'west' });
    await save(await logIn(server, 'cleo@example.org'), { tags: ['old', 'new'] });
    const dora = await logIn(server, 'dora@example.org');
    await save(dora, { colour: 'green' });
    await dora.call('POST', '/api/submit');
  });

  const run = (mode: 'plan' | 'now', definition: FormDefinition = newer.definition): Promise<string> => {
    const parts = { ...operatorServices(server), questionnaire: newer, dataDir: server.folder };
    return runOperation(parts, { kind: 'move-answers', mode, definition, operator: 'Grace' });
  };
  const rows = () =>
    server.storage.db
      .selectFrom('application')
      .select(['answers', 'submitted_at'])
      .orderBy('student_id')
      .execute();

  test('shows the changes to every draft, and changes nothing', async () => {
    const before = await rows();
    expect(await run('plan')).toBe(
      [
        '3 drafts; in 3 of them something moves.',
        ...MOVED,
        '0 drafts with an answer that is no longer offered.',
        'Nothing was changed.',
      ].join('\n'),
    );
    expect(await rows()).toEqual(before);
  });

  test('counts drafts with retired choices', async () => {
    const { definition } = renamedToy({ values: {} });
    expect(await run('plan', definition)).toContain('1 draft with an answer that is no longer offered.');
  });

  test('requires a server with this version of the form', async () => {
    await expect(run('now')).rejects.toThrow(
      /^No server has started with this version of the form yet\. The newest known one first started at \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Start one/,
    );
  });

  test('moves every draft once, deletes retired answers, and keeps submissions', async () => {
    await insertDefinition(server.storage.db, newer.definition, server.now());
    expect(await run('now')).toBe(['3 drafts of 3 moved.', ...MOVED].join('\n'));
    expect(await run('now')).toBe('0 drafts of 3 moved.');
    const after = await rows();
    expect(after.map(({ answers }) => answers)).toContainEqual(expect.objectContaining({ tint: 'crimson' }));
    expect(after.map(({ answers }) => answers)).toContainEqual(
      expect.objectContaining({ vessel_name: 'Bee' }),
    );
    expect(after.filter(({ answers }) => 'beach' in answers)).toEqual([]);
    expect(after.find(({ submitted_at }) => submitted_at !== null)?.answers).toEqual({
      colour: 'green',
      colour_desc: 'Green',
    });
    const events = await eventsOf(server, 'ada@example.org');
    expect(events.at(-1)).toMatchObject({
      kind: 'moved',
      client: 'operator',
      detail: 'colour to tint, beach deleted',
    });
    const deleted = await eventsOf(server, 'cleo@example.org');
    expect(deleted.at(-1)).toMatchObject({ kind: 'moved', detail: 'a value of tags deleted' });
  });
});
