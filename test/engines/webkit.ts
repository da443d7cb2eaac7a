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
  const errors: string[] = [];
  const collectErrors = async () => errors.push(...(await driver.executeScript(takeErrors)));
  return {
    open: async (address) => {
      await collectErrors();
      await driver.get(address);
      await collectErrors();
    },
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
          press: (key) => element.sendKeys(key === 'Tab' ? Key.TAB : Key.ESCAPE),
          choose: (value) => element.findElement({ css: `option[value="${value}"]` }).click(),
          upload: (file) => element.sendKeys(file),
        }
      );
    },
    printedText: () => driver.executeScript(() => document.body.innerText),
    errors: async () => {
      await collectErrors();
      return errors;
    },
    close: async () => {
      await driver.quit();
      for (const daemon of [service, display]) await endDaemon(daemon);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Hands over the errors of a page since the last call; the first one begins to listen. Runs in the page. */
function takeErrors(): readonly string[] {
  const page: { journeyErrors?: string[] } = Object(globalThis);
  if (!page.journeyErrors) {
    for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation']) {
      addEventListener(type, (event) => {
        const { message, reason, violatedDirective } = Object(event);
        page.journeyErrors?.push(`${type}: ${message ?? reason ?? violatedDirective}`);
      });
    }
  }
  const found = page.journeyErrors ?? [];
  page.journeyErrors = [];
  return found;
}
