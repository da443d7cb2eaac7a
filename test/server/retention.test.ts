import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailFolder } from '#server/mail/send-mail.ts';
import { showRetention } from '#server/operator/operations.ts';
import { removeExpired, planRetention } from '#server/retention/retention.ts';
import { seedStudent } from '#test/api/seeded-student.ts';
import { openTestApp, operatorServices } from './test-app.ts';
import { testEngines } from './test-storage.ts';
import { toyQuestionnaire } from './toy-questionnaire.ts';

const DAY = 86_400_000;

/** An unreachable bucket. */
async function removeNothing(keys: readonly string[]): Promise<void> {
  if (keys.length > 0) throw new Error('The bucket is away.');
}

describe.each(testEngines)('expired data, on $engine', async ({ open }) => {
  const server = await openTestApp({ storage: await open() });
  const parts = { ...operatorServices(server), jobs: server.queue, dataDir: server.folder };
  beforeEach(async () => {
    await server.storage.db.deleteFrom('student').execute();
    await server.storage.db.deleteFrom('limit_state').execute();
    server.jobs.splice(0);
    server.mails.splice(0);
  });

  const db = () => server.storage.db;
  const ids = async () =>
    (await db().selectFrom('student').select('id').execute()).map(({ id }) => id).toSorted();
  const counts = async () =>
    Object.fromEntries((await planRetention(parts)).map(([kind, { count }]) => [kind, count]));
  const removed = async () => Object.fromEntries(await removeExpired(parts));
  const logInAt = (student_id: string) =>
    db().insertInto('login').values({ student_id, at: server.now() }).execute();
  const seed = async () => (await seedStudent(server, {})).id;
  const seedSubmitted = async () => {
    const id = await seed();
    const submitted = { submitted_at: server.now() };
    await db().updateTable('application').set(submitted).where('student_id', '=', id).execute();
    return id;
  };
  /** A file of a student, about to be recorded. */
  const seedFile = async (student_id: string) => {
    const file_key = `${student_id}/file`;
    await server.files.write(file_key, Buffer.from('bytes'));
    const upload = { file_key, student_id, answer_key: 'pier', expires_at: server.now() };
    await db().insertInto('upload').values(upload).execute();
    return file_key;
  };

  test('is planned by kind with count and oldest, without changes', async () => {
    const id = await seedSubmitted();
    const since = server.now();
    server.pass(1097 * DAY);
    for (let times = 0; times < 2; times += 1) {
      const plan = new Map(await planRetention(parts));
      expect(plan.get('submitted')).toEqual({ count: 1, oldest: since });
      expect(plan.get('session')).toEqual({ count: 1, oldest: since });
      expect(plan.get('draft')).toEqual({ count: 0, oldest: null });
    }
    expect(await ids()).toEqual([id]);
  });

  test('is reported to the operator before and after its removal', async () => {
    await seedSubmitted();
    server.pass(1097 * DAY);
    expect(await showRetention(parts, 'plan')).toMatch(/^applications that were submitted long ago +1 +20/m);
    expect(await showRetention(parts, 'now')).toMatch(/^applications that were submitted long ago +1$/m);
  });

  test('is removed once, and a second time finds nothing', async () => {
    await seedSubmitted();
    server.pass(1097 * DAY);
    expect(await removed()).toMatchObject({ submitted: 1 });
    expect(await ids()).toEqual([]);
    const again = await removed();
    expect(Object.values(again)).toEqual(Object.values(again).map(() => 0));
  });

  test('includes unconfirmed accounts, unless there is a recent sign-up', async () => {
    const id = await seed();
    await db().updateTable('student').set({ confirmed_at: null }).where('id', '=', id).execute();
    server.pass(29 * DAY);
    expect(await removed()).toMatchObject({ unconfirmed: 0 });
    const attempt = { token_hash: Buffer.from(id), password_hash: 'none', created_at: server.now() };
    await db()
      .insertInto('signup_attempt')
      .values({ ...attempt, student_id: id })
      .execute();
    server.pass(2 * DAY);
    expect(await removed()).toMatchObject({ unconfirmed: 0 });
    server.pass(29 * DAY);
    expect(await removed()).toMatchObject({ unconfirmed: 1 });
    expect(await ids()).toEqual([]);
  });

  test('includes an unused draft 30 days after a mail to its owner', async () => {
    const [gone, back] = [await seed(), await seed()];
    server.pass(334 * DAY);
    expect(await removed()).toMatchObject({ notice: 0 });
    server.pass(2 * DAY);
    expect(await removed()).toMatchObject({ notice: 2, draft: 0 });
    await server.runJobs();
    expect(server.mails.map(({ to }) => to).toSorted()).toEqual(
      [`${gone}@example.org`, `${back}@example.org`].toSorted(),
    );
    expect(server.mails[0]?.text).toContain("In 30 days we'll delete it");
    expect(await removed()).toMatchObject({ notice: 0, draft: 0 });

    await logInAt(back);
    server.pass(31 * DAY);
    expect(await removed()).toMatchObject({ notice: 0, draft: 1 });
    expect(await ids()).toEqual([back]);
    server.pass(330 * DAY);
    expect(await removed()).toMatchObject({ notice: 1, draft: 0 });
  });

  test('excludes a draft whose owner could not be notified', async () => {
    const id = await seed();
    server.pass(4000 * DAY);
    const { jobs: _jobs, ...withoutMails } = parts;
    expect(Object.fromEntries(await removeExpired(withoutMails))).toMatchObject({ notice: 0, draft: 0 });
    expect(await ids()).toEqual([id]);
  });

  test('is removed with its files', async () => {
    const id = await seedSubmitted();
    const [kept, gone] = [await seedFile(await seed()), await seedFile(id)];
    server.pass(1097 * DAY);
    await removed();
    expect(await server.files.read(gone)).toBeUndefined();
    expect(await server.files.read(kept)).toHaveLength(5);
  });

  test('is removed later if files cannot be deleted, and blocks nothing', async () => {
    const [stuck] = [await seedSubmitted(), await seedSubmitted()];
    const file = await seedFile(stuck);
    const mail = path.join(mailFolder(server.folder), '2026-01-01T00-00-00.eml');
    mkdirSync(mailFolder(server.folder), { recursive: true });
    writeFileSync(mail, `To: ${stuck}@example.org\n\nYour code`);
    server.pass(1097 * DAY);
    const away = { ...parts, files: { ...server.files, remove: removeNothing } };
    await expect(removeExpired(away)).rejects.toThrow(AggregateError);
    expect(await ids()).toEqual([stuck]);
    expect(await counts()).toMatchObject({ submitted: 1, session: 0 });
    expect(await removed()).toMatchObject({ submitted: 1 });
    expect([await ids(), await server.files.read(file), existsSync(mail)]).toEqual([[], undefined, false]);
  });

  test('includes old log-ins, ended sessions and counts of tries', async () => {
    const id = await seed();
    await logInAt(id);
    server.pass(DAY);
    await logInAt(id);
    await db()
      .insertInto('limit_state')
      .values({ key: Buffer.from('a'), tries: 1, free_at: server.now(), kept_until: server.now() })
      .execute();
    server.pass(401 * DAY);
    const present = await seed();
    expect(await counts()).toMatchObject({ login: 1, session: 1, limit: 1 });
    expect(await removed()).toMatchObject({ login: 1, session: 1, limit: 1 });
    const left = await db().selectFrom('session').select('student_id').execute();
    expect(left).toEqual([{ student_id: present }]);
    expect(await db().selectFrom('login').select('student_id').execute()).toEqual([{ student_id: id }]);
  });

  test('is removed in batches', async () => {
    const id = await seed();
    const rows = Array.from({ length: 2500 }, () => ({ student_id: id, at: server.now() }));
    await db().insertInto('login').values(rows).execute();
    server.pass(DAY);
    await logInAt(id);
    server.pass(401 * DAY);
    expect(await removed()).toMatchObject({ login: 2500 });
  });

  test("follows the partner's settings", async () => {
    await seedSubmitted();
    const questionnaire = toyQuestionnaire();
    const partner = { ...questionnaire.partner, retention: { submitted_days: 400 } };
    server.pass(401 * DAY);
    expect(await counts()).toMatchObject({ submitted: 0 });
    const own = { ...parts, questionnaire: { ...questionnaire, partner } };
    expect(Object.fromEntries(await removeExpired(own))).toMatchObject({ submitted: 1 });
  });

  test('is audited without names', async () => {
    const id = await seedSubmitted();
    server.pass(1097 * DAY);
    await removed();
    const lines = await db().selectFrom('audit').selectAll().where('kind', '=', 'delete').execute();
    expect(lines.at(-1)).toMatchObject({ client: 'server', result: 'ok' });
    expect(JSON.stringify(lines)).not.toContain(id);
  });
});
