import path from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium } from '#server/pdf/browser/chromium-launch.ts';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { confirmationsOf } from '#form/definition/form-part.ts';
import { projectRoot } from '../run-tool.ts';
import {
  type MemoryServer,
  type MemoryServerOptions,
  openMemoryServer,
  ORIGIN,
  STUDENT_COOKIE,
} from './memory-server.ts';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
const CONCURRENCY = 2;
/** Margin around the element, in pixels. */
const MARGIN = 8;
const QUALITY = 70;
const FRAME = 'outline: 3px solid #c2410c !important; outline-offset: 1px; border-radius: 4px;';

/** A client screen to photograph, with one student's application. */
export type Scene = {
  /** Screen path, such as `/about`. */
  readonly path: string;
  /** The student's application; logged out without one. */
  readonly state?: FormState;
  /** Selectors of the elements to photograph, one picture each. */
  readonly clips: readonly string[];
  /** Selectors of the elements to outline in the picture. */
  readonly framed?: readonly string[];
};

/** A WebP image, with its size in CSS pixels. */
export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number };

/** One element at desktop and phone width; undefined if not visible. */
export type Pictures = { readonly desktop: Picture | undefined; readonly phone: Picture | undefined };

/** Takes screenshots of a built client in a real browser. */
type Camera = {
  /** Returns one pair of pictures per clip, for each scene. */
  readonly photograph: (scenes: readonly Scene[]) => Promise<readonly (readonly Pictures[])[]>;
  readonly close: () => Promise<void>;
};

/** Opens the browser for all pictures of one partner. */
export async function openCamera(options: MemoryServerOptions): Promise<Camera> {
  const server = openMemoryServer(options);
  const launch = await findChromium({ cacheFolders: [path.join(projectRoot, '.cache')], env: process.env });
  const browser = await chromium.launch(launch);
  return {
    photograph: async (scenes) => {
      const waiting = [...scenes.entries()];
      const taken: (readonly Pictures[])[] = [];
      const workers = Array.from({ length: CONCURRENCY }, async () => {
        const place = await openPlace(browser, server);
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const [index, scene] = next;
          taken[index] = await photographScene(place, scene);
        }
        await place.page.context().close();
      });
      await Promise.all(workers);
      return taken;
    },
    close: () => browser.close(),
  };
}

/** A browser window with its own cookies. */
type Place = {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly server: MemoryServer;
  /** The application that the server shows next. */
  state: FormState | undefined;
};

async function openPlace(browser: Browser, server: MemoryServer): Promise<Place> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    locale: 'en-US',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const place: Place = { page, devtools, server, state: undefined };
  await server.serve(context, () => place.state);
  return place;
}

async function photographScene(place: Place, scene: Scene): Promise<readonly Pictures[]> {
  const { page, server } = place;
  place.state = scene.state;
  await page.setViewportSize(DESKTOP);
  await page.context().clearCookies();
  if (scene.state) await page.context().addCookies([{ name: STUDENT_COOKIE, value: 'in', url: ORIGIN }]);
  await page.goto(ORIGIN + scene.path, { waitUntil: 'commit' });
  await page.locator(scene.clips.join(', ')).first().waitFor();
  await settle(place);
  await openConfirmations(page, server.definition, scene);
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

/** Waits until all requests are complete and the page is rendered. */
async function settle({ page, server }: Place): Promise<void> {
  do await page.evaluate(RENDERED);
  while (server.waiting() > 0);
}

const RENDERED = `document.fonts.ready.then(() => new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))))`;

/** Opens confirmations by clicking, since only the page stores them. */
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
  for (const clip of clips) {
    const box = await boxOf(place.page, clip);
    taken.push(box && (await take(place, box)));
  }
  return taken;
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

async function take({ devtools }: Place, box: Box): Promise<Picture> {
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { ...box, scale: 1 },
  });
  return { bytes: Buffer.from(data, 'base64'), width: box.width, height: box.height };
}

/** Returns an element's box in the whole page, with the margin. */
async function boxOf(page: Page, clip: string): Promise<Box | undefined> {
  const size = page.viewportSize() ?? DESKTOP;
  const element = page.locator(clip).first();
  const box = (await element.count()) > 0 ? await element.boundingBox() : null;
  if (!box) return undefined;
  const top = box.y + (await page.evaluate<number>('scrollY'));
  const x = Math.floor(Math.max(0, box.x - MARGIN));
  const y = Math.floor(Math.max(0, top - MARGIN));
  const right = Math.min(size.width, box.x + box.width + MARGIN);
  return { x, y, width: Math.ceil(right - x), height: Math.ceil(top + box.height + MARGIN - y) };
}
