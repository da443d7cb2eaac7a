import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { buildOrPrintFault } from './build.ts';
import { projectRoot } from './run-tool.ts';

/** Builds what changed, then runs the server in this process until it is asked to stop. */
async function start(): Promise<void> {
  // The server's modules are loaded only after this line, so that a later start takes them compiled from there.
  enableCompileCache(path.join(projectRoot, '.cache', 'compiled'));
  if (!(await buildOrPrintFault())) return;
  const { runServer } = await import('#server/main.ts');
  await runServer();
}

await start();
