import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { PDFDocument } from '@pdfme/pdf-lib';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '#server/pdf/render/renderer.ts';
import { chromiumLaunch } from '#test/support/chromium.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { browsersOf } from './browser-processes.ts';
import { startCanary } from '#test/support/hostile-files/canary.ts';
import { followingPage, hostilePage, quietPage, servePage, type PageServer } from './hostile-page.ts';

const LETTER = [612, 792] as const;

describe('a PDF of an application', () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = createRenderer({ env: process.env });
    // Starts the browser, which is slow at first; nothing listens there.
    await renderer.render({ origin: 'http://127.0.0.1:9', token: 'abc', attachments: [] });
  });
  afterAll(() => renderer.close());

  test('is tagged, titled and bookmarked, with text in every script', async () => {
    const names = 'Ada Łódź Жук, 李小龍, 山田, 김유나, محمد, עדה';
    const server = await servePage(() => quietPage(`<p>${names}</p>`));
    const pdf = await readPdf(await toPdf(renderer, server));
    server.close();
    expect(pdf).toMatchObject({
      isMarked: true,
      title: 'Application of Ada',
      language: 'en',
      showsTitle: true,
      tagged: [true],
      sizes: [LETTER],
      bookmarks: [
        ['Application', 1],
        ['About You', 1],
      ],
    });
    for (const name of ['Łódź Жук', '李小龍', '山田', '김유나', 'עדה']) expect(pdf.pages[0]).toContain(name);
    // Chromium writes Arabic in visual order.
    expect(pdf.pages[0]).toMatch(/محمد|دمحم/);
  });

  test("has the student's documents with title pages and bookmarks", async () => {
    const server = await servePage(() => quietPage('<p>Hello</p>'));
    const transcript = await somePdf([
      [300, 400],
      [500, 200],
    ]);
    const pdf = await readPdf(
      await toPdf(renderer, server, [
        { label: 'Transcript', fileName: 'grades.docx', pdf: transcript },
        { label: 'Essay', fileName: 'broken.pdf', pdf: Buffer.from('%PDF-1.7 and no more') },
        { label: 'Passport', fileName: 'passport.png', pdf: await somePdf([[612, 792]]) },
      ]),
    );
    server.close();
    expect(pdf.sizes).toEqual([LETTER, LETTER, [300, 400], [500, 200], LETTER, LETTER, LETTER]);
    expect(pdf.bookmarks).toEqual([
      ['Application', 1],
      ['About You', 1],
      ['Document attached for Transcript', 2],
      ['Document attached for Essay', 5],
      ['Document attached for Passport', 6],
    ]);
    expect(pdf.pages[1]).toMatch(/Document attached for Transcript.*grades\.docx.*2 pages/s);
    expect(pdf.pages.slice(2, 4)).toEqual(['page 1 of 2', 'page 2 of 2']);
    expect(pdf.pages[4]).toMatch(/broken\.pdf.*couldn't be added/s);
    expect(pdf.pages[6]).toBe('page 1 of 1');
    // Titles are tagged; documents are not.
    expect(pdf.tagged).toEqual([true, true, false, false, true, true, false]);
  });

  test('reuses the page of the previous one, without its content', async () => {
    const server = await servePage(() => followingPage());
    const notes = await somePdf([[300, 400]]);
    const attached = (label: string, fileName: string) => [{ label, fileName, pdf: notes }];
    const first = await toPdf(renderer, server, attached('Essay', 'notes.pdf'), 'one');
    const second = await toPdf(renderer, server, [], 'two');
    const third = await toPdf(renderer, server, attached('Photo', 'me.png'), 'three');
    server.close();
    expect(server.requests).toEqual(['/?service_token=one']);
    const copies = await Promise.all([first, second, third].map(readPdf));
    expect(copies.map(({ sizes }) => sizes.length)).toEqual([3, 1, 3]);
    expect(copies.map(({ pages }) => pages.join(' ').match(/one|two|three|notes|me\.png/g))).toEqual([
      ['one', 'notes'],
      ['two'],
      ['three', 'me.png'],
    ]);
  });

  test('has no title pages of a failed one before it', async () => {
    const html = `document.querySelector('body html')?.remove();
      if (token === 'one') document.body.append(document.createElement('html'));`;
    const server = await servePage(() => followingPage(html));
    const attachments = [{ label: 'Essay', fileName: 'notes.pdf', pdf: await somePdf([[300, 400]]) }];
    const failed = await renderer.render({ origin: server.origin, token: 'one', attachments });
    const { pages } = await readPdf(await toPdf(renderer, server, [], 'two'));
    server.close();
    expect([failed.kind, server.requests]).toEqual(['failed', ['/?service_token=one']]);
    expect(pages).toEqual([expect.stringContaining('two')]);
  });

  test('uses a new page after a forbidden request', async () => {
    const server = await servePage(() => followingPage(`fetch('/api/profile').catch(() => undefined);`));
    await toPdf(renderer, server, [], 'one');
    const pdf = await readPdf(await toPdf(renderer, server, [], 'two'));
    server.close();
    expect(pdf.pages.join(' ')).toContain('two');
    expect(server.requests).toEqual(['/?service_token=one', '/?service_token=two']);
  });

  test('uses a new page for the same content', async () => {
    const server = await servePage(() => followingPage());
    await toPdf(renderer, server, [], 'one');
    await toPdf(renderer, server, [], 'one');
    server.close();
    expect(server.requests).toEqual(['/?service_token=one', '/?service_token=one']);
  });

  test('survives a killed Chromium, before and during rendering', async () => {
    // The third hangs in the second's page, and renders in a new one.
    const hangs = `if (event && token === 'three') document.querySelector('main').replaceChildren();`;
    const server = await servePage(() => followingPage(`${hangs} fetch('/assets/' + token);`));
    await toPdf(renderer, server, [], 'one');
    killBrowsers();
    await toPdf(renderer, server, [], 'two');
    const rendering = toPdf(renderer, server, [], 'three');
    await expect.poll(() => server.requests).toContain('/assets/three');
    killBrowsers();
    const pdf = await readPdf(await rendering);
    server.close();
    expect(pdf.pages.join(' ')).toContain('three');
    expect(server.requests.filter((requests) => requests.startsWith('/?'))).toHaveLength(3);
  });

  test('has no network access', async () => {
    using canary = await startCanary('::');
    const server = await servePage((origin) => hostilePage(origin, canary.port));
    const pdf = await readPdf(await toPdf(renderer, server));
    expect(canary.count()).toBe(0);
    expect(new Set(server.requests)).toEqual(new Set(['/?service_token=abc']));
    expect(pdf.pages.join(' ')).toContain('Still here');
    expect(pdf.pages.join(' ')).not.toMatch(/root:|Chromium|Google/);

    // The same page in an unrestricted browser reaches the canary.
    const browser = await chromium.launch(chromiumLaunch());
    const page = await browser.newPage();
    await page.goto(`${server.origin}/?service_token=abc`, { waitUntil: 'commit' });
    await expect.poll(() => canary.count()).toBeGreaterThan(5);
    await browser.close();
    server.close();
  });

  test('returns a failure if the view refuses, and recovers', async () => {
    const server = await servePage(() => quietPage(''));
    const request = { token: 'abc', attachments: [] };
    expect(await renderer.render({ ...request, origin: 'http://127.0.0.1:9' })).toMatchObject({
      kind: 'failed',
    });
    expect(await renderer.render({ ...request, origin: server.origin })).toMatchObject({ kind: 'done' });
    server.close();
  });

  test('returns a failure if a document needs too much memory, and recovers', async () => {
    const server = await servePage(() => quietPage(''));
    const bomb = `\n99 0 obj\n[${'<<>>'.repeat(2_500_000)}]\nendobj\n`;
    const pdf = Buffer.concat([await somePdf([[612, 792]]), Buffer.from(bomb)]);
    await toPdf(renderer, server);
    const browsers = browsersOf(process.pid);
    const attachments = [{ label: 'Essay', fileName: 'bomb.pdf', pdf }];
    const failed = await renderer.render({ origin: server.origin, token: 'abc', attachments });
    expect(failed).toMatchObject({ kind: 'failed', message: 'The render process ended.' });
    expect(await readPdf(await toPdf(renderer, server))).toMatchObject({ isMarked: true });
    await expect.poll(() => browsers.filter(isRunning)).toEqual([]);
    server.close();
  });

  test.each([
    ['Chromium is killed in the middle', killBrowsers, 'failed'],
    ['its job is lost', (job: AbortController) => job.abort(), 'late'],
  ])('returns a failure when %s, and recovers', async (_name, end, kind) => {
    const job = new AbortController();
    const slow = await servePage(() => '<title>Never ready</title><body>');
    const failing = renderer.render({ origin: slow.origin, token: 'abc', attachments: [] }, job.signal);
    await expect.poll(() => slow.requests.length).toBe(1);
    end(job);
    expect(await failing).toMatchObject({ kind });
    slow.close();
    const server = await servePage(() => quietPage(''));
    expect(await readPdf(await toPdf(renderer, server))).toMatchObject({ isMarked: true });
    server.close();
  });
});

test('a slow one is ended with its browser, and blocks no other', async () => {
  const renderer = createRenderer({ env: process.env, limitMs: 20_000 });
  const server = await servePage(() => quietPage(''));
  // Its browser has started before the limit counts.
  await toPdf(renderer, server);
  const hanging = await servePage(() => '<title>Never ready</title><body>');
  const late = renderer.render({ origin: hanging.origin, token: 'abc', attachments: [] });
  await expect.poll(() => hanging.requests.length).toBe(1);
  const hung = browsersOf(process.pid);
  for (const pid of hung) process.kill(pid, 'SIGSTOP');
  const request = { origin: server.origin, token: 'abc', attachments: [] };
  const [first] = await Promise.all([
    Promise.race([late, renderer.render(request)]),
    toPdf(renderer, server),
  ]);
  expect(first.kind).toBe('done');
  expect(await late).toMatchObject({ kind: 'late' });
  await expect.poll(() => hung.filter(isRunning)).toEqual([]);
  hanging.close();
  server.close();
  await renderer.close();
});

test('a killed server leaves no browser, not even a hanging one', async () => {
  const hanging = await servePage(() => '<title>Never ready</title><body>');
  const server = spawn(process.execPath, [
    path.join(import.meta.dirname, 'rendering-server.ts'),
    hanging.origin,
  ]);
  await expect.poll(() => hanging.requests.length).toBe(1);
  const hung = browsersOf(server.pid ?? 0);
  expect(hung.length).toBeGreaterThan(1);
  for (const pid of hung) process.kill(pid, 'SIGSTOP');
  server.kill('SIGKILL');
  await expect.poll(() => hung.filter(isRunning)).toEqual([]);
  hanging.close();
});

test('a missing Chromium is distinguished from a failed page', async () => {
  const renderer = createRenderer({ env: { ...process.env, CHROMIUM_PATH: '/nowhere/chromium' } });
  const server = await servePage(() => quietPage(''));
  expect(await renderer.render({ origin: server.origin, token: 'abc', attachments: [] })).toEqual({
    kind: 'noBrowser',
    message: 'CHROMIUM_PATH is "/nowhere/chromium", but no browser starts there.',
  });
  server.close();
  await renderer.close();
});

test('an idle browser is ended', async () => {
  const renderer = createRenderer({ env: process.env, idleMs: 1 });
  const server = await servePage(() => quietPage(''));
  await toPdf(renderer, server);
  await expect.poll(() => browsersOf(process.pid)).toEqual([]);
  await toPdf(renderer, server);
  server.close();
  await renderer.close();
});

async function toPdf(
  renderer: Renderer,
  { origin }: PageServer,
  attachments: Parameters<Renderer['render']>[0]['attachments'] = [],
  token = 'abc',
): Promise<Uint8Array> {
  const rendered = await renderer.render({ origin, token, attachments });
  if (rendered.kind !== 'done') throw new Error(rendered.message);
  return rendered.pdf;
}

/** A document with a page of each size. */
async function somePdf(sizes: readonly [number, number][]): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const [at, size] of sizes.entries()) pdf.addPage(size).drawText(`page ${at + 1} of ${sizes.length}`);
  return pdf.save();
}

/** Whether a process runs; a zombie does not. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout !== '' && !stdout.startsWith('Z');
}

/** Also when the end of one has ended the others. */
function killBrowsers(): void {
  spawnSync('kill', ['-KILL', ...browsersOf(process.pid).map(String)]);
}
