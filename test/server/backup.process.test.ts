import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { openBackupFolder } from '#server/backup/backup-folder.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { openBackup, restoreFiles, restoreInto } from '#server/backup/restore-backup.ts';
import { readRows, readSequences, readTables } from '#server/backup/table-rows.ts';
import { pendingJobs } from '#server/jobs/job-rows.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { openStorage, type Database, type Storage, type StorageSettings } from '#server/database/database.ts';
import type { FileStore } from '#server/files/file-store.ts';
import { withPausedDeletion, pauseDeletion } from '#server/files/paused-deletion.ts';
import { MIGRATIONS } from '#server/database/migrate.ts';
import { openStoredFiles } from '#server/files/open-files.ts';
import { putEmptyDatabase } from './empty-database.ts';
import { outsideDatabases } from './test-storage.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const HOUR = 60;
const noFault = (): void => undefined;

/** With the required key's mark. */
const opened = (from: string) => openBackup(from, ['0badcafe']);

describe.each(outsideDatabases)('a backup of $name', ({ open }) => {
  let folder: string;
  let storage: Storage;
  let files: FileStore;
  let source: StorageSettings;
  let students = 0;
  beforeEach(async () => {
    folder = temporaryFolder();
    const settings = await newPlace('source');
    if (!settings.databaseUrl) await putEmptyDatabase(settings.dataDir);
    storage = await openStorage(settings);
    onTestFinished(() => storage.close());
    files = withPausedDeletion(await openStoredFiles(settings), storage.db);
    source = settings;
  });

  async function newPlace(name: string) {
    const { env, drop } = await open();
    onTestFinished(drop);
    return { dataDir: path.join(folder, name), databaseUrl: env['DATABASE_URL'], storage: undefined };
  }

  const backUp = async (into: string, from: Partial<Pick<FileStore, 'read'>> = {}) => {
    const to = path.join(folder, into);
    const manifest = await makeBackup({
      db: storage.db,
      files: { ...files, ...from },
      folder: await openBackupFolder(to),
      pauseDeletion: () => pauseDeletion(storage.db, 'test', HOUR),
      report: noFault,
    });
    return { to, manifest };
  };

  /** Restores into a new place. @returns it, open */
  const restore = async (from: string, keyIds: readonly string[] = [], migrations = MIGRATIONS) => {
    const settings = await newPlace(randomUUID());
    const store = await openStoredFiles(settings);
    const target = { settings, files: store, operator: 'Grace Hopper', clock: () => new Date() };
    await restoreInto(await openBackup(from, keyIds), { ...target, migrations });
    const restored = await openStorage(settings);
    onTestFinished(() => restored.close());
    return { settings, storage: restored, files: store };
  };

  const addStudent = (): Promise<string> => addStudentTo(storage.db, (students += 1));
  const addDocument = async (student: string, bytes: string): Promise<string> => {
    const key = `${student}/${randomUUID()}`;
    await files.write(key, Buffer.from(bytes));
    await sql`insert into document
      (student_id, answer_key, file_key, file_name, file_size, status, pdf_key, thumbnail, created_at, updated_at)
      values (${student}, 'card', ${randomUUID()}, 'Ä "card"\u2028.png', 3, 'COMPLETED', ${key}, ${Buffer.from([0, 92, 255])}, now(), now())`.execute(
      storage.db,
    );
    return key;
  };

  test('is of one moment: every row, job and file, even those deleted during it', async () => {
    const documents = new Map<string, string>();
    for (const bytes of ['first', 'second', 'third'])
      documents.set(await addDocument(await addStudent(), bytes), bytes);
    const job = { kind: 'received', username: 'ada@example.org' } as const;
    const jobs = await startJobs(storage, noFault);
    await jobs.sendMailJob(job);
    await jobs.stop();
    await pauseDeletion(storage.db, 'test', HOUR);
    await sql`insert into planned_email select id, id || '@x.org', now() from student`.execute(storage.db);
    const before = await allRows(storage.db);
    let isDeleted = false;
    const { to, manifest } = await backUp('one', {
      read: async (key) => {
        // Between rows and files, like a student.
        if (!isDeleted) {
          isDeleted = true;
          await sql`delete from document`.execute(storage.db);
          await files.remove([...documents.keys()]);
        }
        return files.read(key);
      },
    });
    expect(manifest).toMatchObject({ jobs: 1, files: 3, missing: [] });
    const restored = await restore(to);
    const after = await allRows(restored.storage.db);
    // Sequences continue.
    expect(await readSequences(restored.storage.db)).toContainEqual({
      name: 'account_mail_id_seq',
      last: '3',
    });
    const [recorded = ''] = after.get('audit') ?? [];
    expect(recorded).toContain('Grace Hopper');
    // The backup in progress is not restored, nor a change of address that was canceled since.
    const gone = ['server_secret', 'planned_email'].map((name): [string, string[]] => [name, []]);
    expect(after).toEqual(new Map([...before, ...gone, ['audit', [recorded]]]));
    expect(after.get('document')?.join()).toContain('Ä \\"card\\"\u2028.png');
    for (const [key, bytes] of documents) expect(String(await restored.files.read(key))).toBe(bytes);
    // With the same Message-ID, so a mailbox shows it once.
    const [waiting] = await pendingJobs(storage.db);
    expect(waiting).toMatchObject({ name: 'mail', data: job });
    expect(await pendingJobs(restored.storage.db)).toEqual([waiting]);
  });

  test('pauses file deletion until it ends or times out', async () => {
    const key = await addDocument(await addStudent(), 'pdf');
    await pauseDeletion(storage.db, 'one', HOUR);
    await pauseDeletion(storage.db, 'other', HOUR);
    await pauseDeletion(storage.db, 'one', 0);
    await files.remove([key]);
    expect(await files.read(key)).toHaveLength(3);
    await sql`update server_secret set valid_until = now() where name = 'backup-other'`.execute(storage.db);
    await files.remove([key]);
    expect(await files.read(key)).toBeUndefined();
  });

  test('lists files that were missing before', async () => {
    const key = await addDocument(await addStudent(), 'pdf');
    await files.remove([key]);
    expect((await backUp('three')).manifest).toMatchObject({ files: 0, missing: [key] });
  });

  test('is refused if damaged, unfinished, newer or without its key, and restores nothing', async () => {
    await addDocument(await addStudent(), 'pdf');
    await sql`insert into server_secret (name, value) values ('data-key-0badcafe', '')`.execute(storage.db);
    const { to, manifest } = await backUp('four');
    const damage = (change: (copy: string) => void): string => {
      const copy = path.join(folder, randomUUID());
      cpSync(to, copy, { recursive: true });
      change(copy);
      return copy;
    };
    const [file = ''] = (await opened(to)).keys;
    await expect(openBackup(to, [])).rejects.toThrow('with the key 0badcafe, which it does not have itself');
    await expect(opened(damage((copy) => rmSync(path.join(copy, 'SHA256SUMS'))))).rejects.toThrow(
      'no finished',
    );
    for (const name of ['tables/student.jsonl', `files/${file}`, 'jobs.jsonl'])
      await expect(opened(damage((copy) => appendFileSync(path.join(copy, name), 'x')))).rejects.toThrow(
        name,
      );
    await expect(opened(damage((copy) => rmSync(path.join(copy, `files/${file}`))))).rejects.toThrow(
      'missing',
    );
    const newer = damage((copy) => {
      const migrations = [...manifest.migrations, '9999-r2-more'];
      rewrite(copy, 'manifest.json', JSON.stringify({ ...manifest, migrations }));
    });
    await expect(opened(newer)).rejects.toThrow('has 9999-r2-more. Restore it with the version that made it');
  });

  test('is refused over existing data', async () => {
    await addDocument(await addStudent(), 'pdf');
    const { to } = await backUp('five');
    await expect(openBackupFolder(to)).rejects.toThrow('is not empty');
    const backup = await openBackup(to, []);
    await expect(restoreFiles(backup, files)).rejects.toThrow('There is a file in');
    const target = { settings: source, files, operator: 'Grace Hopper', clock: () => new Date() };
    await expect(restoreInto(backup, target)).rejects.toThrow(/There are tables|is running/);
  });

  test('of an older release is migrated', async () => {
    const account = await addStudent();
    await sql`insert into student (id, account_id, password_hash, created_at)
      values (${randomUUID()}, ${account}, '', now())`.execute(storage.db);
    await sql`insert into student (id, username, password_hash, created_at)
      select gen_random_uuid(), 'ada' || number || '@example.com', 'hash', now()
      from generate_series(1, 100) as number`.execute(storage.db);
    // Its row now follows its past application, in the next batch.
    await sql`update student set language = 'es' where id = ${account}`.execute(storage.db);
    const { to, manifest } = await backUp('six');
    expect(manifest.migrations).toEqual(Object.keys(MIGRATIONS));
    const next = {
      ...MIGRATIONS,
      '9002-r2-school': {
        up: async (db: Database) => void (await sql`alter table student add column school text`.execute(db)),
      },
    };
    const restored = await restore(to, [], next);
    const rows = (await allRows(restored.storage.db)).get('student') ?? [];
    expect(rows).toHaveLength(102);
    expect(rows.filter((row) => row.endsWith(`,"${account}",null]`))).toHaveLength(1);
    expect(restored.storage.ahead).toMatch('9002-r2-school of release 2');
  });
});

async function addStudentTo(db: Database, number: number): Promise<string> {
  const id = randomUUID();
  await sql`insert into student (id, username, password_hash, created_at)
    values (${id}, ${`ada${number}@example.org`}, 'hash', now())`.execute(db);
  await sql`insert into application (student_id, answers, versions, version, tabs, counts, validations)
    values (${id}, ${JSON.stringify({ name: 'Zoë\\ "Ann"\n', count: 3 })}, '{}', 1, '{}', '{}', '{}')`.execute(
    db,
  );
  await sql`insert into account_mail (student_id, sent_at) values (${id}, now())`.execute(db);
  return id;
}

/** Rows as text by table. */
async function allRows(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  return db.transaction().execute(async (transaction) => {
    const all = new Map<string, readonly string[]>();
    for (const table of await readTables(transaction)) {
      const rows: string[] = [];
      for await (const row of readRows(transaction, table)) rows.push(JSON.stringify(row));
      all.set(table.name, rows.toSorted());
    }
    return all;
  });
}

/** Changes a file of a backup and its checksum, as another version would. */
function rewrite(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  const sums = path.join(folder, 'SHA256SUMS');
  writeFileSync(sums, readFileSync(sums, 'utf8').replace(sumOf(readFileSync(file, 'utf8')), sumOf(text)));
  writeFileSync(file, text);
}

function sumOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
