import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildOrPrintError } from './build.ts';
import { runScript } from './run-script.ts';
import { projectRoot } from './run-tool.ts';

const USAGE = `npm start

Builds what changed, then runs the server until it is asked to stop. docs/operating.md lists its settings.`;

/** Builds what changed, then runs the server in this process until it is asked to stop. */
async function start(): Promise<void> {
  parseArgs();
  // The server's modules are loaded only after this line, so that a later start takes them compiled from there.
  enableCompileCache(path.join(projectRoot, '.cache', 'compiled'));
  if (!(await buildOrPrintError())) return;
  const { runServer } = await import('#server/start/main.ts');
  await runServer();
}

await runScript(USAGE, start);
