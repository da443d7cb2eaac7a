import { existsSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '#server/pdf/render/renderer.ts';
import { chromiumLaunch } from '#test/support/chromium.ts';
import { describeWith } from '#test/support/services.ts';
import { browsersOf } from './browser-processes.ts';
import { quietPage, servePage, type PageServer } from './hostile-page.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

let server: PageServer;
let renderer: Renderer | undefined;
let warnings: string[];
beforeAll(async () => {
  server = await servePage(() => quietPage(''));
});
afterAll(() => server.close());
beforeEach(() => void (warnings = []));
afterEach(() => renderer?.close());

/** Renders with a new browser, twice. */
async function renderTwice(more: Record<string, string> = {}): Promise<void> {
  const env = { ...process.env, ...more };
  renderer = createRenderer({ env, onWarning: (sentence) => warnings.push(sentence) });
  for (const token of ['one', 'two'])
    expect(await renderer.render({ origin: server.origin, token, attachments: [] })).toMatchObject({
      kind: 'done',
    });
}

describeWith(['isolation'], 'Chromium', () => {
  test('sees no process, file or network of the server, and has its own sandbox', async () => {
    await renderTwice();
    expect(warnings).toEqual([]);
    const browsers = browsersOf(process.pid);
    expect(browsers.length).toBeGreaterThan(1);
    for (const pid of browsers) {
      for (const kind of ['net', 'pid', 'mnt'])
        expect(readlinkSync(`/proc/${pid}/ns/${kind}`)).not.toBe(readlinkSync(`/proc/self/ns/${kind}`));
      expect(existsSync(`/proc/${pid}/root${import.meta.filename}`)).toBe(false);
    }
  });
});

test('a missing sandbox is reported once', async () => {
  const folder = temporaryFolder();
  // Isolated, this program does not see the browser that it starts.
  const program = path.join(folder, 'chromium');
  writeFileSync(program, `#!/bin/sh\nexec '${chromiumLaunch().executablePath}' "$@"\n`, { mode: 0o755 });
  await renderTwice({ CHROMIUM_PATH: program });
  const isOff = process.getuid?.() === 0;
  expect(warnings.map((sentence) => sentence.includes('without its own sandbox'))).toEqual(
    isOff ? [true] : [],
  );
});
