import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import { projectRoot } from '#scripts/run-tool.ts';

/** HTML sources of the pages by address. */
const PAGES: Readonly<Record<string, (read: (file: string) => Promise<string>) => Promise<string>>> = {
  '/studio': (read) => read('src/studio/studio.html'),
  // The student form, with other answer storage.
  '/studio/form': (read) => clientPage(read, '/src/studio/frame/main.tsx'),
  '/studio/states': (read) => clientPage(read, '/src/studio/states/main.tsx'),
};

/** Returns the client's page with another script. */
async function clientPage(read: (file: string) => Promise<string>, script: string): Promise<string> {
  return (await read('index.html')).replace('/src/client/main.tsx', script);
}

/** Whether the address is a studio page, which displays faults itself. */
export function isStudioPage(address: string): boolean {
  return pathOf(address) in PAGES;
}

/** Serves the studio and its form; only in `npm run dev`. */
export function studioPages(): Plugin {
  return {
    name: 'studio-pages',
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => void answer(server, { request, response, next }));
    },
  };
}

type HttpExchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly next: Connect.NextFunction;
};

async function answer(server: ViteDevServer, { request, response, next }: HttpExchange): Promise<void> {
  const address = request.url ?? '/';
  const page = PAGES[pathOf(address)];
  if (!page) {
    next();
    return;
  }
  try {
    const text = await page((file) => readFile(path.join(projectRoot, file), 'utf8'));
    const html = await server.transformIndexHtml(address, text, address);
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      .end(html);
  } catch (error) {
    next(error);
  }
}

function pathOf(address: string): string {
  const [called = ''] = address.split('?');
  return called.replace(/(?<=.)\/$/, '');
}
