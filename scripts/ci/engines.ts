import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../run-tool.ts';
import { installPackages } from './debian-packages.ts';

/** The folder of the journeys, with the packages that drive the browsers. */
const FOLDER = 'test/engines';

/** Programs of Debian's packages, by browser engine. */
export const ENGINES = {
  firefox: ['/usr/bin/firefox-esr'],
  webkit: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
} as const;

/** Whether a browser engine is installed, and what drives it. */
export function hasEngine(name: keyof typeof ENGINES): boolean {
  const needed = [...ENGINES[name], path.join(projectRoot, FOLDER, 'node_modules')];
  return needed.every((file) => existsSync(file));
}

/** Installs the browser engines and what drives them. @throws Error when that fails */
export function installEngines(): true {
  const programs = Object.values(ENGINES).flat();
  if (!programs.every((file) => existsSync(file)))
    installPackages(['firefox-esr', 'webkit2gtk-driver', 'xvfb']);
  const setup = ['scripts/setup.mjs', FOLDER];
  const { status } = spawnSync(process.execPath, setup, { cwd: projectRoot, stdio: 'inherit' });
  if (status !== 0) throw new Error(`The packages of ${FOLDER} are missing.`);
  return true;
}
