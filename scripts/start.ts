import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { BuildFault, buildWhatChanged } from './build.ts';
import { projectRoot } from './run-tool.ts';

// The server's modules are loaded only after this line, so that a later start takes them compiled from there.
enableCompileCache(path.join(projectRoot, '.cache', 'compiled'));

try {
  buildWhatChanged();
  const { start } = await import('#server/main.ts');
  await start();
} catch (fault) {
  if (!(fault instanceof BuildFault)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
