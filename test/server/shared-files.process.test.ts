import { randomBytes } from 'node:crypto';
import { describe, expect, test, onTestFinished } from 'vitest';
import { createDiskFiles } from '#server/files/disk-files.ts';
import { secretOf } from '#server/database/server-secret.ts';
import { findOtherFiles } from '#server/files/open-files.ts';
import { describeWith, postgresUrl } from '#test/support/services.ts';
import { startTestServer } from '#test/support/test-server.ts';
import { createPostgresDatabase, testEngines } from './test-storage.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

function filesIn(folder: string) {
  const secret = secretOf(randomBytes(32));
  return createDiskFiles({ folder, secret, uploadUrl: () => '', clock: () => new Date() });
}

const noPlace = (): Promise<string> => Promise.reject(new Error('no disk'));

const noFault = (task: string, error: unknown): void => {
  throw new Error(task, { cause: error });
};

describe.each(testEngines)('servers on $engine', ({ open }) => {
  test('report different folders, once', async () => {
    const { db, close } = await open();
    onTestFinished(close);
    const [one, two] = [temporaryFolder(), temporaryFolder()];
    const start = (folder: string) => findOtherFiles(db, filesIn(folder), noFault);
    expect(await Promise.all([start(one), start(one)])).toEqual([undefined, undefined]);
    expect(await start(two)).toContain('STORAGE_URL');
    expect(await start(two)).toBeUndefined();
    expect(await start(one)).toContain('STORAGE_URL');
  });

  test('report different folders when started in parallel', async () => {
    const { db, close } = await open();
    onTestFinished(close);
    const warnings = await Promise.all(
      [1, 2, 3].map(() => findOtherFiles(db, filesIn(temporaryFolder()), noFault)),
    );
    expect(warnings.filter((sentence) => sentence !== undefined).length).toBeGreaterThan(0);
  });

  test('start if their files cannot be compared', async () => {
    const { db, close } = await open();
    onTestFinished(close);
    const faults: string[] = [];
    const files = { place: noPlace };
    expect(await findOtherFiles(db, files, (task) => void faults.push(task))).toBeUndefined();
    expect(faults).toEqual(['the place of documents']);
  });
});

test("the mark of a folder is not a student's file", async () => {
  const files = filesIn(temporaryFolder());
  expect(await files.place()).toBe(await files.place());
  for await (const { key } of files.list()) expect.fail(`${key} is one`);
});

describeWith(['postgres'], 'of two servers', () => {
  test('with different folders, one logs it', async () => {
    const { url, drop } = await createPostgresDatabase(postgresUrl);
    onTestFinished(drop);
    const outputs: string[] = [];
    for (const dataDir of [temporaryFolder(), temporaryFolder()]) {
      const server = await startTestServer({ dataDir, env: { DATABASE_URL: url } });
      onTestFinished(() => server.stop());
      outputs.push(server.output());
    }
    expect(outputs.map((output) => output.includes('keeps documents in another place'))).toEqual([
      false,
      true,
    ]);
  });
});
