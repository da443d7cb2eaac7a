import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildOrPrintError } from './build.ts';
import { runScript } from './run-script.ts';
import { projectRoot } from './run-tool.ts';

const USAGE = `npm start

Builds what changed, then runs the server until it is asked to stop. docs/operating.md lists its settings.`;

/** Builds changed parts, then runs the server in this process until stopped. */
async function start(): Promise<void> {
  parseArgs();
  // Server modules are imported after this, so they are cached for later starts.
  enableCompileCache(path.join(projectRoot, '.cache', 'compiled'));
  if (!(await buildOrPrintError())) return;
  const { runServer } = await import('#server/start/main.ts');
  await runServer();
}

await runScript(USAGE, start);
