import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Connect, createServer, type Plugin } from 'vite';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { runScript } from './run-script.ts';
import { API_PATHS } from './dev/api-paths.ts';
import { createDevApi, type DevApi } from './dev/dev-api.ts';
import { freePort } from './dev/free-port.ts';
import { createSchemaFollower } from './dev/follow-schemas.ts';
import { createSchemaCompiler } from './dev/schema-compiler.ts';
import { projectRoot } from './run-tool.ts';
import { createStudioFollower } from './dev/studio/follow-studio.ts';
import { isStudioPage, studioPages } from './dev/studio/studio-pages.ts';
import type { StudioWork } from './dev/studio/studio-thread.ts';
import { watchFolders } from './dev/watch-folders.ts';
import { createThread } from './dev/worker-thread.ts';
import type { StudioData } from '#studio/studio-data.ts';

const USAGE = `npm run dev

Serves the page on PORT (3000) with hot reload, and the server behind it, which starts again when its code changes.`;

/** Serves the client on PORT with hot reload, and the server behind it (decision 13). */
async function dev(): Promise<void> {
  parseArgs();
  const port = Number(process.env['PORT'] ?? 3000);
  const apiPort = await freePort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const env = { PORT: String(apiPort), HOST: '127.0.0.1', PUBLIC_URL: `http://localhost:${port}` };
  const api = createDevApi(env, apiUrl);
  const compiler = createSchemaCompiler();
  const studioThread = createThread<StudioWork, Partial<StudioData>>(
    path.join(projectRoot, 'scripts/dev/studio/studio-thread.ts'),
  );

  // Target of the proxy in vite.config.ts.
  process.env['SERVER_PORT'] = String(apiPort);
  // Required before the server can start.
  await compiler.generate();
  await api.restart();
  const client = await createServer({
    root: projectRoot,
    plugins: [delayWhileRestarting(api), questionnairePages(), studioPages()],
    define: { 'import.meta.env.SCHEMAS': JSON.stringify(PROJECT_PATHS.schemasFolder) },
    optimizeDeps: { entries: ['index.html', 'src/studio/studio.html', 'src/studio/page-faults.tsx'] },
    server: { port, strictPort: true },
  });
  const pages = client.environments.client.hot;
  const studio = createStudioFollower(pages, studioThread, process.env['PARTNER'] ?? 'default');
  const follower = createSchemaFollower(pages, compiler, api, studio);
  await client.listen();
  client.printUrls();
  await follower.begin();

  const schemas = PROJECT_PATHS.schemasFolder;
  // Vite watches its root alone.
  client.watcher.add(schemas);
  const code = ['src/compiler', 'src/form', 'src/server', 'src/texts'].map((folder) =>
    path.join(projectRoot, folder),
  );
  watchFolders(client.watcher, [schemas, ...code], async (changed) => {
    const isCode = code.some((folder) => changed.includes(folder));
    if (isCode) await Promise.all([compiler.stop(), studioThread.stop(), api.restart()]);
    if (changed.includes(schemas)) await follower.follow();
  });
  const end = async (): Promise<void> => {
    await Promise.all([api.stop(), client.close(), compiler.stop(), studioThread.stop()]);
    process.exit(0);
  };
  process.once('SIGINT', () => void end());
  process.once('SIGTERM', () => void end());
}

/** Holds calls while the server restarts, so that reloaded pages reach it. */
function delayWhileRestarting(api: DevApi): Plugin {
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
      .end(JSON.stringify({ message: 'The server has stopped; see its output on the console.' }));
  };
  return {
    name: 'hold-while-restarting',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => void hold(request, response, next));
    },
  };
}

/** Development module that shows faults. */
const FAULT_PANEL = '/src/studio/page-faults.tsx';

/** Compiled files that open pages load without a reload. */
const HOT_UPDATED =
  /[\\/]src[\\/]generated[\\/]partners[\\/][^\\/]+[\\/](?:form\.json|(?:schemas|validators)[\\/].*)$/;

/** Updates open pages with a new questionnaire and its faults. */
function questionnairePages(): Plugin {
  return {
    name: 'questionnaire-pages',
    // Prevents Vite's full reload.
    hotUpdate: ({ file }) => (HOT_UPDATED.test(file) ? [] : undefined),
    transformIndexHtml: (_html, { path: address }) =>
      isStudioPage(address)
        ? []
        : [{ tag: 'script', attrs: { type: 'module', src: FAULT_PANEL }, injectTo: 'body' }],
  };
}

process.chdir(projectRoot);
await runScript(USAGE, dev);
