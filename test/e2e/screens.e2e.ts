import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { readCards, readForm } from '#test/support/compiled-form.ts';
import { completeState, openQuestions } from '#test/support/complete-state.ts';
import { runBeside } from '#test/support/run-command.ts';
import { isFullVolume } from '#test/support/volume.ts';
import { openSession, test, waitUntilStill } from './journey.ts';
import { seedApplication } from './seed.ts';

/** Where PICTURES=1 writes what the screens look like. */
const PICTURES = path.resolve(import.meta.dirname, '../../docs/images/screens');
const hasPictures = process.env['PICTURES'] === '1';
/** Staff read English. */
const SIMILAR = /^service-es/;

/** Languages, with the pixels that their longer texts can take above the first field. */
const LANGUAGES = [
  { partner: 'default', locale: 'en-US', suffix: '', longer: 0 },
  { partner: 'default.es', locale: 'es-US', suffix: '-es', longer: 60 },
] as const;
/** English in `npm test`, Spanish in full, and both for pictures. */
const looked = hasPictures ? LANGUAGES : LANGUAGES.filter(({ suffix }) => isFullVolume === (suffix !== ''));
/** Windows, with the highest distance of the first field from the top of a page, and the width of pictures. */
const SIZES = [
  { width: 390, height: 844, firstField: 420, small: 312 },
  { width: 1280, height: 800, firstField: 400, small: 760 },
] as const;

/** Spacing that readers can set (WCAG 1.4.12). */
const TEXT_SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

for (const { partner, locale, suffix, longer } of looked) {
  test.describe(locale, () => {
    // The API calls that open the session choose its language, too.
    test.use({ locale, extraHTTPHeaders: { 'accept-language': locale } });

    test('screens fit, also with wider text spacing, and forms begin on the first screen', async ({
      page,
      otherPage,
      student,
      server,
    }) => {
      test.slow();
      const form = readForm(partner);
      const [first] = form.pages;
      const look = async (name: string, { shown = page, isForm = false } = {}): Promise<void> => {
        await expect(shown.locator('h1').first()).toBeVisible();
        await shown.evaluate(() => document.fonts.ready);
        for (const { width, height, firstField, small } of SIZES) {
          await shown.setViewportSize({ width, height });
          await waitUntilStill(shown);
          if (isForm) {
            const field = shown
              .locator('.form-page')
              .locator('input, select, textarea, [role="tab"]')
              .first();
            const { y } = (await field.boundingBox()) ?? {};
            expect(y, `${name} at ${width} px`).toBeLessThanOrEqual(firstField + longer);
          }
          expect(await shown.evaluate(misfits, TEXT_SPACING), `${name} at ${width} px`).toEqual([]);
          if (hasPictures && !SIMILAR.test(name + suffix))
            await takePicture(shown, `${name}-${width}${suffix}`, small);
        }
      };
      const openPage = async (address: string): Promise<void> => {
        // A log-in resumes at the last page.
        const options = { data: { last_page: address }, headers: { origin: server.url } };
        await page.request.put('/api/last-page', options);
        await page.goto(address);
      };
      const lookAtPages = async (state: string, pages = form.pages): Promise<void> => {
        for (const { id, path: address } of pages) {
          await openPage(address);
          await expect(page.locator('.form-page')).toBeVisible();
          await look(`${state}${id}`, { isForm: true });
        }
      };

      for (const { id, path: address } of Object.values(readCards(partner))) {
        await page.goto(address);
        await look(id);
      }
      await lookAtPages('visitor-', form.pages.slice(0, 1));

      await openSession(page, { ...student, server });
      await lookAtPages('');
      const [open] = openQuestions(form, first?.id ?? '', {});
      await seedApplication(
        page,
        completeState(form, new Date(), ({ key }) => key === open?.key),
      );
      const { username, password } = student;
      await page.request.post('/public/login', {
        data: { username, password },
        headers: { origin: server.url },
      });
      await lookAtPages('returning-', form.pages.slice(0, 1));
      await openPage(form.pages.at(-1)?.path ?? '');
      await page.locator('.page-actions-forward button').last().click();
      await expect(page.locator('.next-bar')).toBeVisible();
      await look('missing');

      await seedApplication(page, completeState(form));
      for (const name of ['account', 'review']) {
        await page.goto(`/${name}`);
        await look(name);
      }
      const paper = await page.context().newPage();
      await paper.emulateMedia({ media: 'print' });
      await paper.goto('/review');
      await look('printed', { shown: paper });
      await paper.close();
      await page.locator('.review button').last().click();
      await expect(page).toHaveURL('/completion');
      await look('completion');

      const link = new URL(await runBeside(server, 'service-link', ['--user', student.username]));
      await otherPage.goto(`/${link.search}`);
      await expect(otherPage.locator('[data-ready="true"]')).toBeVisible();
      await look('service', { shown: otherPage });
    });
  });
}

/** Elements outside the window or with hidden text, as shown and with more text spacing. */
function misfits(spacing: string): readonly string[] {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const found: string[] = [];
  for (const style of ['', spacing]) {
    sheet.replaceSync(style);
    const { scrollWidth, clientWidth } = document.documentElement;
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, clipPath, textOverflow } = getComputedStyle(element);
      const { width, right } = element.getBoundingClientRect();
      if (width <= 1 || clipPath !== 'none' || element.closest('.visually-hidden')) continue;
      const isOutside = scrollWidth > clientWidth && right > clientWidth + 1;
      const isCut = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      if (isOutside || (isCut && textOverflow !== 'ellipsis'))
        found.push(`${style && 'with text spacing: '}${element.outerHTML.slice(0, 140)}`);
    }
  }
  // Before the next frame, which would otherwise be a layout shift.
  document.adoptedStyleSheets.pop();
  return found;
}

/** Writes the visible part of a screen, small enough for the repository. */
async function takePicture(page: Page, name: string, width: number): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .resize({ width })
    .webp({ quality: 45, effort: 6 })
    .toFile(path.join(PICTURES, `${name}.webp`));
}
