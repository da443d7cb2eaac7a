import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readPageParts } from '#server/http/page-parts.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(path.join(folder, '.vite'));
  const own = 'src/generated/partners/toy';
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'assets/start-1.css'), '.card{}');
  const rendered = { toy: { login: '<h1>Log In</h1>' } };
  writeFileSync(path.join(folder, '.vite/cards.json'), JSON.stringify(rendered));
  writeFileSync(
    path.join(folder, '.vite/manifest.json'),
    JSON.stringify({
      _form: { file: 'assets/form-1.js', name: 'form', imports: ['_start'], css: ['assets/form-1.css'] },
      _start: { file: 'assets/start-1.js', name: 'start', css: ['assets/start-1.css'] },
      [`${own}/partner.json`]: { file: 'assets/partner-1.js' },
      [`${own}/cards.json`]: { file: 'assets/cards-1.js' },
      [`${own}/form.json`]: { file: 'assets/form-1.json' },
      'src/client/prefetch.ts': { file: 'assets/prefetch-1.js' },
      'src/client/screens/account/AccountScreens.tsx': { file: 'assets/Accounts-1.js', imports: ['_start'] },
      'src/client/screens/account/StopRemindersScreen.tsx': { file: 'assets/StopReminders-1.js' },
      _review: { file: 'assets/review-1.js', name: 'review', imports: ['_start'] },
      _rules: { file: 'assets/toy-rules-1.js', name: 'toy-rules' },
      _others: { file: 'assets/other-rules-1.js', name: 'other-rules' },
      [`${own}/validators/card-login.js`]: { file: 'assets/card-login-1.js' },
    }),
  );
});

const filesIn = (links: string): readonly (string | undefined)[] =>
  [...links.matchAll(/href="\/assets\/([^"]+)"/g)].map(([, file]) => file);

it('a card preloads its definition and rules only', () => {
  expect(filesIn(readPageParts(folder, 'toy')('/login').head)).toEqual([
    'partner-1.js',
    'cards-1.js',
    'card-login-1.js',
    'start-1.css',
    'start-1.js',
    'Accounts-1.js',
  ]);
});

it('a card is prerendered with styles, and inert until the client loads', () => {
  const { head, screen } = readPageParts(folder, 'toy')('/login');
  expect(head).toContain('<style nonce="__NONCE__">.card{}</style>');
  expect(screen).toContain('<div class="prerendered" inert><h1>Log In</h1></div>');
  expect(screen).toContain('role="status">Loading...</span>');
  expect(readPageParts(folder, 'other')('/login').screen).toBeUndefined();
  expect(readPageParts(folder, 'toy')('/about').screen).toBeUndefined();
});

it('the reminder page preloads its own parts only', () => {
  expect(filesIn(readPageParts(folder, 'toy')('/stop-reminders').head)).toEqual([
    'partner-1.js',
    'StopReminders-1.js',
  ]);
});

it('the review preloads questions and rules, not the widgets', () => {
  expect(filesIn(readPageParts(folder, 'toy')('/review').head)).toEqual([
    'partner-1.js',
    'start-1.css',
    'start-1.js',
    'review-1.js',
    'toy-rules-1.js',
    'form-1.json',
  ]);
});

it('every other path preloads the form, each file once', () => {
  const parts = readPageParts(folder, 'toy');
  expect(filesIn(parts('/about').head)).toEqual([
    'partner-1.js',
    'start-1.css',
    'start-1.js',
    'form-1.css',
    'form-1.js',
    'form-1.json',
  ]);
  expect(parts('/about').head).toContain(
    '<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="/assets/form-1.json">',
  );
  expect(parts('/')).toEqual(parts('/about'));
});

it('the page load call is prefetched by the first script', () => {
  const parts = readPageParts(folder, 'toy');
  const script = '<script type="module" async crossorigin src="/assets/prefetch-1.js"></script>';

  expect(parts('/about').head.startsWith(script)).toBe(true);
  expect(parts('/review').head.startsWith(script)).toBe(true);
  expect(parts('/login').head).not.toContain('prefetch');
});

it('a client without a manifest has no links', () => {
  expect(filesIn(readPageParts('/nowhere', 'toy')('/login').head)).toEqual([]);
});
