import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../run-tool.ts';
import { installPackages } from './debian-packages.ts';

/** Programs from Debian packages, by browser engine. */
export const ENGINES = {
  firefox: ['/usr/bin/firefox-esr'],
  webkit: ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
} as const;

/** Whether a browser engine and its driver are installed. */
export function hasEngine(name: keyof typeof ENGINES): boolean {
  const drivers = path.join(projectRoot, 'test/engines/node_modules');
  return [...ENGINES[name], drivers].every((file) => existsSync(file));
}

/** Installs the browser engines and their drivers. */
export function installEngines(): true {
  if (!Object.values(ENGINES).flat().every(existsSync))
    installPackages(['firefox-esr', 'webkit2gtk-driver', 'xvfb']);
  execFileSync(process.execPath, ['scripts/setup.mjs', 'test/engines'], {
    cwd: projectRoot,
    stdio: 'inherit',
  });
  return true;
}
