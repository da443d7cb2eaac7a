import path from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium } from '#server/pdf/browser/chromium-launch.ts';
import type { FormDefinition } from '#form/definition/definition.ts';
import { confirmationsOf } from '#form/definition/form-part.ts';
import type { Questionnaire } from '#server/questionnaire.ts';
import { projectRoot } from '../run-tool.ts';
import { type MemoryServer, type MemoryServerOptions, startMemoryServer } from './memory-server.ts';
import type { Picture, Pictures, Scene } from './scene.ts';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** As many pages are drawn at once. */
const AT_ONCE = 2;
/** Kept free around what is photographed. */
const MARGIN = 8;
const QUALITY = 70;
const FRAME = 'outline: 3px solid #c2410c !important; outline-offset: 5px; border-radius: 4px;';

/** Photographs screens of a built client in a real browser. */
export type Camera = {
  readonly questionnaire: Questionnaire;
  /** Each scene in its place, with one pair of pictures for each of its clips. */
  readonly photograph: (scenes: readonly Scene[]) => Promise<readonly (readonly Pictures[])[]>;
  readonly close: () => Promise<void>;
};

/** Opens the browser once, for all pictures of one partner. */
export async function openCamera(options: MemoryServerOptions): Promise<Camera> {
  const server = await startMemoryServer(options);
  const launch = await findChromium({
    cacheFolders: [path.join(projectRoot, '.cache')],
    env: process.env,
  });
  const browser = await chromium.launch(launch);
  return {
    questionnaire: server.questionnaire,
    photograph: async (scenes) => {
      const waiting = [...scenes.entries()];
      const taken: (readonly Pictures[])[] = [];
      const workers = Array.from({ length: AT_ONCE }, async (_, number) => {
        const place = await openPlace(browser, server, number);
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          taken[next[0]] = await photographScene(place, next[1]);
        }
        await place.page.context().close();
      });
      await Promise.all(workers);
      return taken;
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** A window of the browser, with cookies of its own. */
type Place = {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly server: MemoryServer;
  readonly number: number;
};

async function openPlace(browser: Browser, server: MemoryServer, number: number): Promise<Place> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  return { page, devtools: await context.newCDPSession(page), server, number };
}

async function photographScene(place: Place, scene: Scene): Promise<readonly Pictures[]> {
  const { page, server, number } = place;
  const { questionnaire, url } = server;
  await page.setViewportSize(DESKTOP);
  await page.context().clearCookies();
  await page.context().addCookies([{ ...server.show(number, scene), url }]);
  await page.goto(url + scene.path, { waitUntil: 'commit' });
  await page.locator(scene.clips.join(', ')).first().waitFor();
  await settle(place);
  await openConfirmations(page, questionnaire.definition, scene);
  await scene.act?.(page);
  if (scene.framed && scene.framed.length > 0) {
    await page.addStyleTag({ content: `${scene.framed.join(', ')} { ${FRAME} }` });
  }
  await settle(place);
  const desktop = await takeAll(place, scene);
  await page.setViewportSize(PHONE);
  await settle(place);
  const phone = await takeAll(place, scene);
  return scene.clips.map((_, index) => ({ desktop: desktop[index], phone: phone[index] }));
}

/** Until all is there that the page asked for, and it is drawn. */
async function settle({ page, server }: Place): Promise<void> {
  do await page.evaluate(DRAWN);
  while (server.waiting() > 0);
}

const DRAWN = `document.fonts.ready.then(() => new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))))`;

/** Only the page knows which were opened, so they are opened as a student does. */
async function openConfirmations(page: Page, definition: FormDefinition, { state }: Scene): Promise<void> {
  for (const { node } of confirmationsOf(definition)) {
    if (!state?.opened?.has(node.id)) continue;
    const role = node.trigger === 'checkbox' ? 'checkbox' : 'button';
    const trigger = page.getByRole(role, { name: node.label, exact: true });
    const isOpen = (await page.locator(`[id="confirm-${node.id}"]`).count()) > 0;
    if (!isOpen && (await trigger.count()) > 0) await trigger.first().click();
  }
}

async function takeAll(place: Place, { clips }: Scene): Promise<readonly (Picture | undefined)[]> {
  const taken: (Picture | undefined)[] = [];
  for (const clip of clips) taken.push(await take(place, clip));
  return taken;
}

async function take({ page, devtools }: Place, clip: string): Promise<Picture | undefined> {
  const element = page.locator(clip).first();
  const box = (await element.count()) > 0 ? await element.boundingBox() : null;
  if (!box) return undefined;
  const scrolled = await page.evaluate<number>('scrollY');
  const [x, y] = [Math.max(0, box.x - MARGIN), Math.max(0, box.y + scrolled - MARGIN)].map(Math.floor);
  const right = Math.min(page.viewportSize()?.width ?? DESKTOP.width, box.x + box.width + MARGIN);
  const width = Math.ceil(right - (x ?? 0));
  const height = Math.ceil(box.y + scrolled + box.height + MARGIN - (y ?? 0));
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: x ?? 0, y: y ?? 0, width, height, scale: 1 },
  });
  return { bytes: Buffer.from(data, 'base64'), width, height };
}
