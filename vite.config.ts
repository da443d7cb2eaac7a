import react from '@vitejs/plugin-react';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { API_PATHS } from './scripts/api-paths.ts';
import { rjsfAliases } from './src/client/form/rjsf-aliases.ts';

const server = `http://127.0.0.1:${process.env['SERVER_PORT'] ?? '3000'}`;
const data = path.resolve(process.env['DATA_DIR'] ?? 'var');

/**
 * The start of the client and all that the log-in cards need, in one file: compressed together it is an eighth
 * smaller than in thirty pieces, and it is there after one request instead of three in turn (decision 10). The
 * reset card is opened from a mail, so only who resets loads it.
 */
const START = {
  name: 'start',
  test: /[\\/]src[\\/]client[\\/](main|screens[\\/]account[\\/](?!Reset)\w+)\.tsx$/,
};

export default defineConfig(({ command }) => ({
  plugins: [react(), developmentPage()],
  // In development RJSF is bundled whole, test tools included, and those need what the aliases leave out.
  resolve: { alias: command === 'build' ? rjsfAliases : [] },
  // The server puts a new nonce in place of this for each response.
  html: { cspNonce: '__NONCE__' },
  // The definition of the form is data: parsing it as JSON is quicker than as code.
  json: { stringify: true },
  // Only what the client imports: the benchmarks have pages of their own with further packages.
  optimizeDeps: { entries: ['index.html'] },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // An inlined file would be a data: address, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [START] } } },
  },
  server: {
    port: Number(process.env['CLIENT_PORT'] ?? '5173'),
    proxy: { [API_PATHS]: { target: server } },
    // The server's data changes with every save, and nothing in it is source.
    watch: { ignored: (file) => file === data || file.startsWith(data + path.sep) },
  },
}));

/** In development nothing serves the page but Vite, so the server's placeholders are filled here. */
function developmentPage(): Plugin {
  const values: Record<string, string> = {
    __PARTNER__: process.env['PARTNER'] ?? 'default',
    __COOKIE_PREFIX__: process.env['COOKIE_PREFIX'] ?? 'matricula',
    __NONCE__: 'development',
  };
  return {
    name: 'development-page',
    apply: 'serve',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(/__(PARTNER|COOKIE_PREFIX|NONCE)__/g, (name) => values[name] ?? name),
    },
  };
}
