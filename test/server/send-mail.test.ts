import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { createSendMail, describeMail } from '#server/mail/send-mail.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

describe('a mail without a mail server', () => {
  const dataDir = suiteFolder();

  test('is one file in the data directory, as the log reports', async () => {
    const settings = { smtpUrl: undefined, from: 'Admissions <apply@example.edu>', dataDir };
    const link = `https://apply.example.edu/reset?username=ada%40example.org&id=${'x'.repeat(43)}`;
    const text = `Grüße\n\n123456\n\n${link}\n`;
    const posting = { id: randomUUID(), isAgain: false };
    const sendMail = createSendMail(settings);
    await sendMail({ to: 'ada@example.org', subject: 'Zürich: code', text }, posting);
    const folder = path.join(dataDir, 'mail');
    expect(describeMail(settings)).toBe(`files in ${folder}`);
    const files = readdirSync(folder);
    expect(files).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z-[\da-f-]{36}\.eml$/)]);
    const mail = await PostalMime.parse(readFileSync(path.join(folder, files[0] ?? '')));
    expect(mail).toMatchObject({
      from: { name: 'Admissions', address: 'apply@example.edu' },
      to: [{ address: 'ada@example.org' }],
      subject: 'Zürich: code',
      text,
      messageId: `<${posting.id}@example.edu>`,
    });
    await sendMail({ to: 'ada@example.org', subject: 'Zürich: code', text }, { ...posting, isAgain: true });
    expect(readdirSync(folder)).toEqual(files);
  });

  test('logs the mail server without its password', () => {
    const settings = { smtpUrl: 'smtp://me:secret@mail.example.edu:587', from: 'a@b.co', dataDir };
    expect(describeMail(settings)).toBe('the mail server mail.example.edu:587');
  });
});
