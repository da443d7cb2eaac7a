import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDataKeys, type DataKeys } from '#server/encryption/data-keys.ts';
import { createDiskFiles, type DiskFiles } from '#server/files/disk-files.ts';
import { createEncryptedFiles } from '#server/files/open-files.ts';
import { secretOf } from '#server/database/server-secret.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const TEXT = Buffer.from('%PDF-1.7 what a student sent');

function keysOf(...keys: Buffer[]): DataKeys {
  const created = createDataKeys(keys);
  if (!created) throw new Error('There is no key.');
  return created;
}

describe('encrypted files', () => {
  const folder = suiteFolder();
  let plain: DiskFiles;
  beforeAll(() => {
    const secret = secretOf(randomBytes(32));
    plain = createDiskFiles({ folder, secret, uploadUrl: () => '', clock: () => new Date() });
  });

  const encrypted = (...keys: Buffer[]) => createEncryptedFiles(plain, keysOf(...keys));

  test('are read as written, and not stored in plain text', async () => {
    await encrypted(OLD).write('ada/one', TEXT);
    expect(await encrypted(OLD).read('ada/one')).toEqual(TEXT);
    expect((await plain.read('ada/one'))?.includes('student')).toBe(false);
    expect(await encrypted(OLD).read('ada/none')).toBeUndefined();
  });

  test('cannot be read under another key, nor changed', async () => {
    await encrypted(OLD).write('ada/two', TEXT);
    const stored = (await plain.read('ada/two')) ?? Buffer.alloc(0);
    await plain.write('bob/two', stored);
    await expect(encrypted(OLD).read('bob/two')).rejects.toThrow('unable to authenticate');
    stored[stored.length - 1] = (stored.at(-1) ?? 0) ^ 1;
    await plain.write('ada/two', stored);
    await expect(encrypted(OLD).read('ada/two')).rejects.toThrow('unable to authenticate');
  });

  test('can be plain if posted to a bucket or stored before', async () => {
    await plain.write('ada/three', TEXT);
    expect(await encrypted(NEW).read('ada/three')).toEqual(TEXT);
    const forged = Buffer.from('MATRICULA-AES\nno key has this mark, and no tag this text');
    await plain.write('eve/forged', forged);
    expect(await encrypted(NEW).read('eve/forged')).toEqual(forged);
  });

  test('are encrypted once with the newest key', async () => {
    await encrypted(OLD).write('ada/four', TEXT);
    await plain.write('ada/five', TEXT);
    const rotated = encrypted(NEW, OLD);
    for (const key of ['ada/four', 'ada/five']) {
      expect(await rotated.renew(key)).toBe(true);
      expect(await rotated.renew(key)).toBe(false);
      expect(await encrypted(NEW).read(key)).toEqual(TEXT);
    }
    expect(await rotated.renew('ada/none')).toBe(false);
  });
});
