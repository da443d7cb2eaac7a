import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import type { Partner } from './src/form/definition/definition.ts';
import { API_PATHS } from './scripts/dev/api-paths.ts';
import { clientFiles } from './scripts/build/client-files.ts';
import { NODE_FLAGS } from './scripts/node-flags.ts';
import { compileCache } from './scripts/run-tool.ts';
import { nextDeadlineText } from './src/form/deadlines/deadline-text.ts';
import { fillIndexPage, fillResponse } from './src/server/http/index-page.ts';

/// <reference types="vitest/config" />

const server = `http://127.0.0.1:${process.env['SERVER_PORT'] ?? '3000'}`;
const data = path.resolve(process.env['DATA_DIR'] ?? 'var');
const client = clientFiles();

/** Vite's own list, which another one replaces. */
const VITE_DENIES = [
  '.env',
  '.env.*',
  '*.{crt,pem,key,p12,pfx,cer,der}',
  '.npmrc',
  '.yarnrc.yml',
  '**/.git/**',
];

/** The rules of a partner's pages: whoever needs those of one needs them all. */
const RULES = {
  name: (file: string) => /partners[\\/]([^\\/]+)/.exec(file)?.[1]?.concat('-rules') ?? null,
  test: /[\\/]src[\\/]generated[\\/]partners[\\/][^\\/]+[\\/]validators[\\/](?!card-)[^\\/]+\.js$/,
};

/** Asks for what the form reads first, before the other files have come (decision 4). */
const PREFETCH_ENTRY = 'src/client/prefetch.ts';

/** Limits of tests, long enough for a machine under load. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

const DOM = { environment: 'happy-dom', setupFiles: ['test/support/fail-on-console.ts'], ...PATIENCE };

const NODE = {
  environment: 'node',
  isolate: false,
  execArgv: NODE_FLAGS,
  // For the processes that suites start.
  env: { NODE_COMPILE_CACHE: compileCache },
  ...PATIENCE,
};

/** Suites that start servers, commands or other programs. */
const PROCESSES = 'test/**/*.process.test.ts';

/** Suites that need modules of their own, because a package keeps the timers that it finds when it is loaded. */
const ALONE = ['test/client/**/inactivity.test.tsx'];

export default defineConfig({
  plugins: [react(), splitTexts(), trimmedRegistry(), client.plugin, firstPaint(), developmentPage()],
  // The server puts a new nonce in place of this for each response.
  html: { cspNonce: '__NONCE__' },
  // The definition of the form is data: parsing it as JSON is quicker than as code.
  json: { stringify: true },
  // Only what the client imports: the benchmarks have pages of their own with further packages.
  optimizeDeps: { entries: ['index.html'] },
  // Served as it is, at the same address in development and in the build: the logos of the partners.
  publicDir: 'src/generated/served',
  build: {
    outDir: 'dist',
    // The server has the browser load at once what a path shows.
    manifest: true,
    target: 'es2022',
    // An inlined file would be a data: address, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    // Where a browser does not know these links it asks later; to teach it took a file that all others waited for.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', PREFETCH_ENTRY],
      output: { codeSplitting: { groups: [...client.groups, RULES] } },
    },
  },
  server: {
    port: Number(process.env['CLIENT_PORT'] ?? '5173'),
    proxy: { [API_PATHS]: { target: server } },
    // The server's data changes with every save, and nothing in it is source.
    watch: { ignored: (file) => file === data || file.startsWith(data + path.sep) },
    fs: { deny: [...VITE_DENIES, `${normalizePath(data)}/**`] },
  },
  // Unit, API and store tests; the client's need a DOM. A worker loads each module once, for all of its suites.
  test: {
    // Many suites wait for a process or a timer: without two more, a core would idle.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/client/**', PROCESSES, '**/node_modules/**'],
          ...NODE,
        },
      },
      { test: { name: 'processes', include: [PROCESSES], ...NODE } },
      {
        test: {
          name: 'client',
          include: ['test/client/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          isolate: false,
          ...DOM,
        },
      },
      { test: { name: 'client, alone', include: ALONE, ...DOM } },
    ],
  },
});

/** Leaves of the registry of widgets what the page reads; the descriptions and options are for who edits questions. */
function trimmedRegistry(): Plugin {
  return {
    name: 'trimmed-registry',
    enforce: 'pre',
    transform: {
      filter: { id: /client[\\/]widgets[\\/]registry\.json$/ },
      handler: (code) => {
        const registry: Record<string, { component?: string; label?: string }> = JSON.parse(code);
        const entries = Object.entries(registry).map(([name, { component, label }]) => [
          name,
          { component, label },
        ]);
        return JSON.stringify(Object.fromEntries(entries));
      },
    },
  };
}

/** What the page shows before the client has come, in the order in which the client imports it. */
const FIRST_STYLES = ['theme/tokens.css', 'theme/base.css', 'ui/first-paint.css'];

/**
 * Has the page painted as soon as it has come: the styles of what it begins with stand in it, and the style sheet of
 * the client, which a browser waits for before it paints what follows, comes last (decision 4). The scripts have a low
 * priority, as nothing that is painted first waits for them, and answers go first (decision 4).
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        // A page that is no partner's, such as the studio, has styles of its own.
        if (!html.includes('__PARTNER__')) return html;
        const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? [];
        const withoutSheets = sheets.reduce((page, sheet) => page.replace(sheet, ''), html);
        // What the start imports is linked below, after it: of the six requests at once it needs the first.
        const withoutHaste = withoutSheets
          .replace(/ *<script [^>]*rolldown-runtime[^>]*><\/script>\n?/, '')
          .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"');
        const style = `<style nonce="__NONCE__">${firstStyles()}__COLORS__</style>`;
        return withoutHaste
          .replace('</head>', () => `${style}<!--__PARTS__-->\n  </head>`)
          .replace('</body>', () => `${sheets.join('')}  </body>`);
      },
    },
  };
}

function firstStyles(): string {
  const files = FIRST_STYLES.map((file) => readFileSync(path.join('src/client', file), 'utf8'));
  return files
    .join('')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ');
}

/** In development nothing serves the page but Vite, so the server's placeholders are filled here. */
function developmentPage(): Plugin {
  const cookiePrefix = process.env['COOKIE_PREFIX'] ?? 'matricula';
  return {
    name: 'development-page',
    apply: 'serve',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { originalUrl = '' }) => {
        // The studio shows the form of each partner.
        const asked = new URLSearchParams(originalUrl.split('?')[1]).get('partner');
        const partner = asked ?? process.env['PARTNER'] ?? 'default';
        const file = path.join('src/generated/partners', path.basename(partner), 'partner.json');
        const settings: Partner = JSON.parse(readFileSync(file, 'utf8'));
        const page = fillIndexPage(html, { partner, cookiePrefix, settings });
        const deadline = nextDeadlineText(settings.deadlines, new Date());
        return fillResponse(page, { nonce: 'development', deadline });
      },
    },
  };
}

/** Imports of sentences: of their own module, or of `say`, which exports them too. */
const IMPORT = /import \{([^}]*)\} from ['"](#generated\/texts\.ts|#texts\/say\.ts)['"];?/g;
const EXPORT = /export \* from ['"]#generated\/texts\.ts['"];?/;
const GROUP = '\0texts/';

/**
 * Vite plugin that gives each group of the engine's sentences a module of its own.
 * Bundlers split by module, so a screen would otherwise load the sentences of all screens: 7 kB more to log in.
 */
function splitTexts(): Plugin {
  return {
    name: 'split-texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /#generated\/texts\.ts|#texts\/say\.ts/ },
      handler: (code) =>
        code.replace(EXPORT, '').replaceAll(IMPORT, (_whole, names: string, module: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')
            .map((name) =>
              name.endsWith('Texts')
                ? `import * as ${name} from '${GROUP}${name}';`
                : `import { ${name} } from '${module}';`,
            )
            .join(' '),
        ),
    },
    resolveId: (source) => (source.startsWith(GROUP) ? source : undefined),
    load: (id) => (id.startsWith(GROUP) ? groupModule(id.slice(GROUP.length)) : undefined),
  };
}

/** Returns a group as one export per sentence, of which the bundler drops those that only servers use. */
function groupModule(name: string): string {
  const all = readFileSync(path.resolve('src/generated/texts.ts'), 'utf8');
  const from = all.indexOf(`export const ${name} = {`);
  if (from < 0)
    throw new Error(`There is no group "${name}" in src/generated/texts.ts; run npm run generate.`);
  return all
    .slice(all.indexOf('\n', from), all.indexOf('} as const;', from))
    .replaceAll(/^ {2}(\w+): (.*),$/gm, 'const $1_ = $2; export { $1_ as $1 };');
}
