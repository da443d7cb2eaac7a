import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { buildOrPrintError } from './build.ts';
import { runScript } from './run-script.ts';
import { compileCache } from './run-tool.ts';

const USAGE = `npm start

Builds what changed, then runs the server until it is asked to stop. docs/operating.md lists its settings.`;

/** Builds changed parts, then runs the server in this process until stopped. */
async function start(): Promise<void> {
  parseArgs();
  // Server modules are imported after this, so they are cached for later starts.
  enableCompileCache(compileCache);
  const [{ unpackChromium }, { chromiumFolders }] = await Promise.all([
    import('#server/pdf/browser/chromium-files.ts'),
    import('#server/pdf/render/renderer.ts'),
  ]);
  const cacheFolders = chromiumFolders(process.env['DATA_DIR'] ?? 'var');
  // Alongside the build; the server tries again, and logs why it failed.
  const unpacking = unpackChromium({ cacheFolders, env: process.env }).catch(() => undefined);
  if (!(await buildOrPrintError())) return;
  await unpacking;
  const { runServer } = await import('#server/start/main.ts');
  await runServer();
}

await runScript(USAGE, start);
