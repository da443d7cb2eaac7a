import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCode, waitForMail } from './mailbox.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mailbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, to: string, text: string): void {
  writeFileSync(path.join(folder, name), `To: ${to}\r\nSubject: Code\r\n\r\n${text}\r\n`);
}

test('a mail that is there already is found, whatever the case of its address', async () => {
  write('a.eml', 'Ada@example.org', 'Your code is 123456.');
  expect(await waitForMail(folder, 'ada@Example.org', readCode)).toBe('123456');
});

test('a mail that comes later is waited for, and mails to others are passed over', async () => {
  write('a.eml', 'bob@example.org', 'Your code is 111111.');
  const code = waitForMail(folder, 'ada@example.org', readCode);
  write('b.eml', 'ada@example.org', 'Your code is 222222.');
  expect(await code).toBe('222222');
});

test('a mail that never comes is an error that names the address', async () => {
  await expect(waitForMail(folder, 'ada@example.org', readCode, 50)).rejects.toThrow('ada@example.org');
});
