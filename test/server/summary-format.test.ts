import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { summaryFormatMigration } from '#server/storage/migrations/0012-summary-format.ts';
import { testEngines } from './test-storage.ts';

test.each(testEngines)(
  'a definition stored before the rename has a summary format on $engine',
  async ({ open }) => {
    const storage = await open();
    const stored = {
      text: 'the "telling": of it',
      question: { telling: 'phone' },
      telling: { key: 'telling' },
    };
    const row = { hash: randomUUID(), definition: JSON.stringify(stored), stored_at: new Date() };
    await storage.db.insertInto('definition').values(row).execute();
    await summaryFormatMigration.up(storage.db);
    const read = await storage.db.selectFrom('definition').select('definition').executeTakeFirst();
    expect(read?.definition).toEqual({ ...stored, question: { summaryFormat: 'phone' } });
    await storage.close();
  },
);
