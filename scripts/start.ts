import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { buildOrTell } from './build.ts';
import { projectRoot } from './run-tool.ts';

/** Builds what changed, then runs the server in this process until it is told to stop. */
async function start(): Promise<void> {
  // The server's modules are loaded only after this line, so that a later start takes them compiled from there.
  enableCompileCache(path.join(projectRoot, '.cache', 'compiled'));
  if (!(await buildOrTell())) return;
  const { startServer } = await import('#server/main.ts');
  try {
    const server = await startServer();
    console.log(`Matricula is at ${server.url}; mails go to ${server.mail}. Stop it with Ctrl+C.`);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.stop());
  } catch (error) {
    // A start that fails is a sentence, not a stack: the data folder is in use, the port is taken, …
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

await start();
