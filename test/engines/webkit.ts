import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Builder, Key } from 'selenium-webdriver';
import { endDaemon, startDaemon } from '../../scripts/ci/daemon.ts';
import { ENGINES } from '../../scripts/ci/engines.ts';
import { freePort } from '../../scripts/dev/free-port.ts';
import { type Browser, selectText } from './browser.ts';

/** Opens WebKitGTK's MiniBrowser on a display of its own; WebKitWebDriver drives it. */
export async function openWebkit(): Promise<Browser> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-webkit-'));
  const log = path.join(folder, 'log');
  const port = await freePort();
  const [driverProgram, displayProgram] = ENGINES.webkit;
  const display = await startDaemon(displayProgram, [`:${port}`], {
    log,
    isReady: () => existsSync(`/tmp/.X11-unix/X${port}`),
  });
  const url = `http://127.0.0.1:${port}`;
  const service = await startDaemon(driverProgram, [`--port=${port}`], {
    log,
    env: { ...process.env, HOME: folder, DISPLAY: `:${port}` },
    isReady: () => fetch(`${url}/status`).then(Boolean, () => false),
  });
  const capabilities = { browserName: 'MiniBrowser', unhandledPromptBehavior: 'accept' };
  const driver = await new Builder().usingServer(url).withCapabilities(capabilities).build();
  return {
    open: (address) => driver.get(address),
    run: (script, given) => driver.executeScript(script, given),
    find: async (script, given) => {
      const element = await driver.executeScript(script, given);
      return (
        element && {
          click: () => element.click(),
          isChecked: () => element.isSelected(),
          type: async (text) => {
            await driver.executeScript(selectText, element);
            await element.sendKeys(text);
          },
          pressEscape: () => element.sendKeys(Key.ESCAPE),
          choose: (value) => element.findElement({ css: `option[value="${value}"]` }).click(),
          upload: (file) => element.sendKeys(file),
        }
      );
    },
    printedText: () => driver.executeScript(() => document.body.innerText),
    close: async () => {
      await driver.quit();
      for (const daemon of [service, display]) await endDaemon(daemon);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
