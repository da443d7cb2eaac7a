import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { type Connect, createServer, type Plugin } from 'vite';
import { API_PATHS } from './dev/api-paths.ts';
import { createDevApi, type DevApi } from './dev/dev-api.ts';
import { freePort } from './dev/free-port.ts';
import { projectRoot, runTool } from './run-tool.ts';
import { watchFolders } from './dev/watch-folders.ts';

/** Client with hot reload on PORT (3000), server with restart behind it, questionnaire compiled on each change. */
async function dev(): Promise<void> {
  const port = Number(process.env['PORT'] ?? 3000);
  const apiPort = await freePort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const env = { PORT: String(apiPort), HOST: '127.0.0.1', PUBLIC_URL: `http://localhost:${port}` };
  const api = createDevApi(env, apiUrl);

  // Where vite.config.ts forwards the calls to.
  process.env['SERVER_PORT'] = String(apiPort);
  generate();
  await api.restart();
  const client = await createServer({
    root: projectRoot,
    plugins: [holdWhileRestarting(api)],
    server: { port, strictPort: true },
  });
  await client.listen();
  client.printUrls();

  const schemas = path.join(projectRoot, 'schemas');
  const code = ['src/server', 'src/form', 'src/texts'].map((folder) => path.join(projectRoot, folder));
  watchFolders(client.watcher, [schemas, ...code], async (changed) => {
    const isCompiled = changed.includes(schemas) && generate();
    if (isCompiled || code.some((folder) => changed.includes(folder))) await api.restart();
    if (isCompiled) client.ws.send({ type: 'full-reload' });
  });
  const end = async (): Promise<void> => {
    await Promise.all([api.stop(), client.close()]);
    process.exit(0);
  };
  process.once('SIGINT', () => void end());
  process.once('SIGTERM', () => void end());
}

/** Compiles the questionnaire; a fault in it is printed, and what was compiled before stays in use. */
function generate(): boolean {
  const { isFine, output } = runTool(['scripts/generate.ts']);
  if (!isFine)
    process.stderr.write(`${output}\nThe questionnaire has faults; waiting for the next change.\n`);
  return isFine;
}

/** Holds a call back while the server restarts, so that a page that reloads at once finds it. */
function holdWhileRestarting(api: DevApi): Plugin {
  const hold = async (
    request: IncomingMessage,
    response: ServerResponse,
    next: Connect.NextFunction,
  ): Promise<void> => {
    const isCall = new RegExp(API_PATHS).test(request.url ?? '');
    if (!isCall || (await api.isReady())) {
      next();
      return;
    }
    response
      .writeHead(503, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify({ message: 'The server has ended; its output on the console says why.' }));
  };
  return {
    name: 'hold-while-restarting',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => void hold(request, response, next));
    },
  };
}

process.chdir(projectRoot);
await dev();
