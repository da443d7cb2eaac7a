import react from '@vitejs/plugin-react';
import Fastify from 'fastify';
import fastifyStatic from '@fastify/static';
import path from 'node:path';
import { build } from 'vite';
import { freePort } from '../../scripts/dev/free-port.ts';
import { projectRoot } from '../../scripts/run-tool.ts';

export type BenchPages = { readonly url: string; stop(): Promise<void> };

/** The designs that are compared; each is a page of its own in `pages/`. */
export const DESIGNS = ['plain', 'own', 'stock'] as const;
export type Design = (typeof DESIGNS)[number];
/** What can be built; one of them is only weighed. */
export type BuiltDesign = Design | 'react';

const outFolder = path.join(projectRoot, '.cache', 'bench-pages');

/** Builds the pages as the product is built and serves them at `<url>/<design>/`. */
export async function serveBenchPages(): Promise<BenchPages> {
  for (const design of DESIGNS) await buildBenchPage(design);
  const app = Fastify();
  app.addHook('onSend', async (_request, reply) => {
    // Isolated pages get a clock of 5 µs instead of 100.
    reply.header('cross-origin-opener-policy', 'same-origin');
    reply.header('cross-origin-embedder-policy', 'require-corp');
  });
  await app.register(fastifyStatic, { root: outFolder });
  const port = await freePort();
  await app.listen({ port });
  return { url: `http://localhost:${port}`, stop: () => app.close() };
}

/** Builds the page of a design, and returns the folder it is in. */
export async function buildBenchPage(design: BuiltDesign): Promise<string> {
  const outDir = path.join(outFolder, design);
  await build({
    root: projectRoot,
    configFile: false,
    base: './',
    logLevel: 'warn',
    plugins: [react()],
    json: { stringify: true },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: path.join(projectRoot, 'test', 'bench', 'pages', `${design}.html`) },
      chunkSizeWarningLimit: 4000,
    },
  });
  return outDir;
}

/** Address of a design's page. */
export function pageOf({ url }: BenchPages, design: Design): string {
  return `${url}/${design}/test/bench/pages/${design}.html`;
}
