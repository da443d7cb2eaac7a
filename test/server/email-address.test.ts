import { expect, test } from 'vitest';
import { canonicalAddress } from '#server/accounts/email-address.ts';

const label = (length: number): string => 'a'.repeat(length);

test.each([
  ['Ada@Example.ORG', 'ada@example.org'],
  ["o'neill+form@mail.example.org", "o'neill+form@mail.example.org"],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BU\u0308CHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
  [`${label(64)}@example.org`, `${label(64)}@example.org`],
])('%j is the account %s', (typed, account) => {
  expect(canonicalAddress(typed)).toBe(account);
  expect(canonicalAddress(account)).toBe(account);
});

test.each([
  ['nothing', ''],
  ['no domain', 'ada'],
  ['a host without a dot', 'ada@localhost'],
  ['an IP address', 'ada@127.0.0.1'],
  ['an IP address in hexadecimal', 'ada@0x7f.0.0.1'],
  ['an encoded domain', 'ada@ex%61mple.org'],
  ['a domain with an underscore', 'ada@exam_ple.org'],
  ['a label with a hyphen at its end', 'ada@example-.org'],
  ['an empty label', 'ada@example..org'],
  ['a dot at the end', 'ada@example.org.'],
  ['two at signs', 'ada@eve@example.org'],
  ['two addresses', 'ada@example.org,eve@example.org'],
  ['a name', 'Ada <ada@example.org>'],
  ['quotes', '"ada"@example.org'],
  ['a space', ' ada@example.org'],
  ['a line break', 'ada@example.org\r\nBcc: eve@example.org'],
  ['NUL', 'ada\u0000@example.org'],
  ['an invisible character', 'a\u200bda@example.org'],
  ['a soft hyphen', 'ada@exam\u00adple.org'],
  ['a reversing mark', 'ada\u202e@example.org'],
  ['a local part above 64 characters', `${label(65)}@example.org`],
  ['a local part beyond ASCII', 'jürgen@example.org'],
  ['far too many letters', `ada@${'漢'.repeat(5000)}.org`],
  ['a sign whose lower case is ASCII', '\u212aen@example.org'],
  ['a label above 63 characters', `ada@${label(64)}.org`],
  ['more than 254 characters', `ada@${`${label(62)}.`.repeat(4)}org`],
])('%s is no address', (_name, typed) => {
  expect(canonicalAddress(typed)).toBeUndefined();
});
