import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newFileKey, type FileStore, type StoragePost } from '#server/files/file-store.ts';

export type OpenedStore = {
  readonly files: FileStore;
  /** Waits by the clock of expiring forms. */
  pass(time: Date): Promise<void>;
  close(): Promise<void>;
};

const MAX = 1_048_576;
const MINUTE = 60_000;

/** Tests a file store, with uploads over HTTP like a browser. */
export function describeFileStore(how: string, open: () => Promise<OpenedStore>): void {
  describe(`the file store${how}`, () => {
    let store: OpenedStore;
    let files: FileStore;
    beforeAll(async () => {
      store = await open();
      ({ files } = store);
    });
    afterAll(() => store.close());

    const presign = (key: string, maxBytes = MAX): Promise<StoragePost> =>
      files.presign({ key, maxBytes, expiresAt: new Date(Date.now() + 5 * MINUTE) });
    const post = async (key: string, form: StoragePost, file: Uint8Array) => ({
      status: await sendForm(form, file),
      stored: (await files.read(key))?.length,
    });

    test('reads, replaces and removes files, even twice', async () => {
      const key = newKey();
      expect(await files.read(key)).toBeUndefined();
      await files.write(key, Buffer.from('first'));
      await files.write(key, Buffer.from('second'));
      expect(await files.read(key)).toEqual(Buffer.from('second'));
      await files.remove([key, newKey()]);
      await files.remove([key]);
      expect(await files.read(key)).toBeUndefined();
    });

    test('writes files of a student while others are removed', async () => {
      const atOnce = Array.from({ length: 8 }, () => writeAndRemove(files));
      await expect(Promise.all(atOnce)).resolves.toHaveLength(8);
    });

    test('stores ten megabytes unchanged', async () => {
      const key = newKey();
      const bytes = randomBytes(10 * MAX);
      await files.write(key, bytes);
      expect((await files.read(key))?.equals(bytes)).toBe(true);
      await files.remove([key]);
    });

    test('lists every file with its time', async () => {
      const keys = [newFileKey('ada', randomBytes), newFileKey('bob', randomBytes)];
      for (const key of keys) await files.write(key, Buffer.from('x'));
      const listed = new Map<string, Date>();
      for await (const { key, changedAt } of files.list()) listed.set(key, changedAt);
      expect([...listed.keys()]).toEqual(expect.arrayContaining(keys));
      for (const key of keys) {
        expect(Math.abs(Date.now() - (listed.get(key)?.getTime() ?? 0))).toBeLessThan(5 * MINUTE);
      }
      await files.remove(keys);
      const after: string[] = [];
      for await (const { key } of files.list()) after.push(key);
      expect(after).not.toEqual(expect.arrayContaining([keys[0]]));
    });

    test.each([
      '',
      '.',
      '..',
      'ada',
      '../ada',
      'ada/..',
      'ada/../bob/x',
      '/ada/x',
      'ada\\x',
      'ada/x/y',
      'a/\0',
    ])('rejects the key %j', async (key) => {
      await expect(files.read(key)).rejects.toThrow('invalid key');
      await expect(files.write(key, Buffer.from('x'))).rejects.toThrow('invalid key');
      await expect(files.remove([key])).rejects.toThrow('invalid key');
    });

    test("accepts files of one byte and of the maximum, under the form's key", async () => {
      for (const size of [1, MAX]) {
        const key = newKey();
        const form = await presign(key);
        const bytes = randomBytes(size);
        expect(form.fields['key']).toBe(key);
        expect([201, 204]).toContain((await post(key, form, bytes)).status);
        expect((await files.read(key))?.equals(bytes)).toBe(true);
        await files.remove([key]);
      }
    });

    test.each([
      ['empty', 0],
      ['one byte too large', 1001],
      ['far too large', 100_000],
    ])('refuses a file that is %s', async (_how, size) => {
      const key = newKey();
      const { status, stored } = await post(key, await presign(key, 1000), randomBytes(size));
      expect([400, 413, 422]).toContain(status);
      expect(stored).toBeUndefined();
    });

    test('refuses a form with changed, missing or added fields', async () => {
      const key = newKey();
      const { url, fields } = await presign(key);
      const signed = Object.entries(fields).filter(([name]) =>
        /^(?:key|Content-Type|policy|.*signature)$/i.test(name),
      );
      const tampered = signed.flatMap(([name, value]) => [
        { ...fields, [name]: changed(value) },
        Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name)),
      ]);
      expect(signed.length).toBeGreaterThan(2);
      for (const form of [...tampered, { ...fields, acl: 'public-read' }]) {
        const { status, stored } = await post(key, { url, fields: form }, randomBytes(10));
        expect([400, 403]).toContain(status);
        expect(stored).toBeUndefined();
      }
    });

    test("refuses another key, another type, and another form's policy", async () => {
      const [mine, other] = [newKey(), newKey()];
      const form = await presign(mine, 1000);
      const wide = await presign(other);
      const stolen = { url: form.url, fields: { ...form.fields, key: other } };
      const page = { url: form.url, fields: { ...form.fields, 'Content-Type': 'text/html' } };
      const wider = { url: form.url, fields: { ...form.fields, policy: wide.fields['policy'] ?? '' } };
      for (const tampered of [stolen, page, wider]) {
        expect(await post(mine, tampered, randomBytes(10))).toEqual({ status: 403, stored: undefined });
        expect(await files.read(other)).toBeUndefined();
      }
    });

    test('refuses an expired form', async () => {
      const key = newKey();
      const expiresAt = new Date(Date.now() + 1000);
      const form = await files.presign({ key, maxBytes: MAX, expiresAt });
      await store.pass(expiresAt);
      expect(await post(key, form, randomBytes(10))).toEqual({ status: 403, stored: undefined });
    });
  });
}

async function writeAndRemove(files: FileStore): Promise<void> {
  for (let round = 0; round < 40; round += 1) {
    const key = newFileKey('eve', randomBytes);
    await files.write(key, Buffer.from('x'));
    expect(await files.read(key)).toHaveLength(1);
    await files.remove([key, newFileKey('eve', randomBytes)]);
  }
}

function newKey(): string {
  return newFileKey('ada', randomBytes);
}

async function sendForm({ url, fields }: StoragePost, file: Uint8Array): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Buffer.from(file)]), 'a name that does not matter.png');
  const response = await fetch(url, { method: 'POST', body: form });
  await response.arrayBuffer();
  return response.status;
}

/** Changes the first character. */
function changed(value: string): string {
  return (value.startsWith('0') ? '1' : '0') + value.slice(1);
}
