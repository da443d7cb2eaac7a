import { constants, setPriority } from 'node:os';
import { ChromiumNotFound } from '../browser/chromium-launch.ts';
import { renderApplication } from './render-application.ts';
import { setLanguage } from '#texts/language.ts';
import type { RenderMessage, RenderRequest, RenderResult } from './render-request.ts';
import { createWarmBrowser } from './warm-browser.ts';

/** Renders PDFs in a low-priority process, without the server's environment. It ends with the server. */
function serveRenderOrders(cacheFolders: readonly string[]): void {
  lowerPriority();
  const browser = createWarmBrowser({ cacheFolders, env: process.env });
  process.on('message', ({ request, language }: RenderMessage) => {
    setLanguage(language);
    void render(request).then((rendered) => process.send?.(rendered));
  });
  process.on('disconnect', () => {
    // Playwright then kills its browser; closing one that hangs takes forever.
    process.exit(0);
  });

  async function render(request: RenderRequest): Promise<RenderResult> {
    try {
      return await browser.use(request, async (page, isSandboxed) => ({
        kind: 'done',
        pdf: await renderApplication(page, request.attachments),
        isSandboxed,
      }));
    } catch (error) {
      const kind = error instanceof ChromiumNotFound ? 'noBrowser' : 'failed';
      return { kind, message: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** Lowers the priority, which Chromium's processes inherit. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // If not permitted, the priority stays normal.
  }
}

serveRenderOrders(process.argv.slice(2));
