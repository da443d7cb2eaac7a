/** A part of the project with borders. */
type Room = {
  /** Files, folders with all below them, and with `*` the files of a folder alone. */
  readonly at: readonly string[];
  /** Packages it may import, `node` for all of Node, `computed` for an import whose target is known at run time. */
  readonly packages: readonly string[] | 'any';
};

/**
 * Every file with code is in exactly one room. What a room may import of others is in borders.ts. A file that comes to
 * the top of `src/client` or `src/server` is added here: what all may import knows nobody, what starts the rest is
 * imported by nobody.
 */
export const ROOMS: Readonly<Record<string, Room>> = {
  'src/form': { at: ['src/form'], packages: ['@zxcvbn-ts/core', '@zxcvbn-ts/language-common'] },
  'src/generated': {
    at: [
      'src/generated/api.ts',
      'src/generated/partner.ts',
      'src/generated/partners',
      'src/generated/served',
    ],
    packages: [],
  },
  'src/texts': { at: ['src/texts', 'src/generated/texts.ts'], packages: [] },

  'src/compiler': { at: ['src/compiler/*'], packages: ['node'] },
  'src/compiler/source': { at: ['src/compiler/source'], packages: ['jsonc-parser', 'node'] },
  'src/compiler/compile': { at: ['src/compiler/compile'], packages: ['node'] },
  'src/compiler/check': { at: ['src/compiler/check'], packages: ['ajv', 'node'] },
  'src/compiler/why': { at: ['src/compiler/why'], packages: [] },
  'src/compiler/changes': { at: ['src/compiler/changes'], packages: ['node'] },
  'src/compiler/prove': {
    at: ['src/compiler/prove'],
    packages: ['@eslint-community/regexpp', 'fast-check', 'flesch-kincaid', 'recheck', 'syllable'],
  },
  'src/compiler/editor': { at: ['src/compiler/editor'], packages: [] },
  'src/compiler/emit': {
    at: ['src/compiler/emit'],
    packages: ['ajv', 'ajv-errors', 'json-schema-to-typescript', 'node', 'rolldown'],
  },

  'src/client': {
    at: [
      'src/client/App.tsx',
      'src/client/prefetch.ts',
      'src/client/prerendered-card.tsx',
      'src/client/main.tsx',
      'src/client/routes.tsx',
    ],
    packages: ['react', 'react-dom', 'react-router'],
  },
  // For `npm run dev` alone; in no build.
  'src/client/development': { at: ['src/client/development'], packages: ['computed'] },
  // A tool for staff, in `npm run dev` alone; in no build.
  'src/studio': {
    at: ['src/studio'],
    packages: ['@mui/material', 'react', 'react-dom', 'react-router'],
  },
  'src/client/screens': { at: ['src/client/screens/*'], packages: ['react', 'react-router'] },
  'src/client/screens/account': {
    at: ['src/client/screens/account'],
    packages: ['react', 'react-router'],
  },
  'src/client/screens/completion': {
    at: ['src/client/screens/completion'],
    packages: ['react', 'react-router'],
  },
  'src/client/screens/form': {
    at: ['src/client/screens/form'],
    packages: ['@tanstack/react-query', 'react', 'react-dom', 'react-router'],
  },
  'src/client/screens/frame': {
    at: ['src/client/screens/frame'],
    packages: ['@tanstack/react-query', 'react', 'react-router'],
  },
  'src/client/screens/own-account': {
    at: ['src/client/screens/own-account'],
    packages: ['@tanstack/react-query', 'react', 'react-router'],
  },
  'src/client/screens/review': {
    at: ['src/client/screens/review'],
    packages: ['@tanstack/react-query', 'react', 'react-router'],
  },
  'src/client/screens/session': {
    at: ['src/client/screens/session'],
    packages: ['@tanstack/react-query', 'react', 'react-idle-timer', 'react-router'],
  },
  'src/client/screens/service': {
    at: ['src/client/screens/service'],
    packages: ['@tanstack/react-query', 'react'],
  },
  'src/client/session': {
    at: ['src/client/session'],
    packages: ['@tanstack/react-query', 'react', 'react-router'],
  },
  'src/client/saving': { at: ['src/client/saving'], packages: ['react'] },
  'src/client/documents': { at: ['src/client/documents/*'], packages: [] },
  'src/client/documents/photos': { at: ['src/client/documents/photos'], packages: ['pdf-lib'] },
  'src/client/api': {
    at: ['src/client/api'],
    packages: ['@simplewebauthn/browser', '@tanstack/react-query', 'react'],
  },
  // All contact with RJSF is here.
  'src/client/questionnaire': {
    at: ['src/client/questionnaire'],
    packages: ['@rjsf/core', '@rjsf/utils', 'react', 'react-dom', 'react-router'],
  },
  'src/client/widgets': { at: ['src/client/widgets'], packages: ['react', 'react-dom'] },
  'src/client/ui': {
    at: ['src/client/ui'],
    packages: ['@mui/material', 'notistack', 'react', 'react-dom'],
  },
  'src/client/theme': {
    at: ['src/client/theme'],
    packages: ['@emotion/cache', '@emotion/react', '@mui/material', 'react'],
  },

  // Starts the server, and joins its areas.
  'src/server/start': { at: ['src/server/start'], packages: ['fastify', 'node'] },
  // The compiled validators of the partner are imported when the server starts.
  'src/server/settings': { at: ['src/server/settings'], packages: ['computed', 'node'] },
  'src/server/http': {
    at: ['src/server/http'],
    packages: ['@fastify/cookie', '@fastify/static', 'fastify', 'fastify-plugin', 'node'],
  },
  'src/server/accounts': {
    at: ['src/server/accounts'],
    packages: ['@node-rs/argon2', 'fastify', 'kysely', 'node'],
  },
  'src/server/application': {
    at: ['src/server/application'],
    packages: ['fastify', 'kysely'],
  },
  'src/server/audit': { at: ['src/server/audit'], packages: ['kysely'] },
  'src/server/backup': { at: ['src/server/backup'], packages: ['kysely', 'node'] },
  // Encrypts what is sensitive at rest; knows no table.
  'src/server/encryption': { at: ['src/server/encryption'], packages: ['kysely', 'node'] },
  'src/server/documents': {
    at: ['src/server/documents'],
    packages: [
      '@fastify/multipart',
      '@matbee/libreoffice-converter',
      '@napi-rs/canvas',
      'fastify',
      'kysely',
      'node',
      'pdf-lib',
      'pdfjs-dist',
      'sharp',
      'yauzl',
    ],
  },
  'src/server/jobs': { at: ['src/server/jobs'], packages: ['kysely', 'node', 'pg-boss'] },
  'src/server/limits': { at: ['src/server/limits'], packages: ['fastify', 'kysely', 'node'] },
  'src/server/lookup': {
    at: ['src/server/lookup'],
    packages: ['csv-parse', 'fastify', 'kysely', 'node', 'read-excel-file', 'yauzl'],
  },
  'src/server/mail': { at: ['src/server/mail'], packages: ['node', 'nodemailer'] },
  'src/server/metrics': {
    at: ['src/server/metrics'],
    packages: ['fastify', 'fastify-plugin', 'node'],
  },
  'src/server/operator': { at: ['src/server/operator'], packages: ['node'] },
  'src/server/passkeys': {
    at: ['src/server/passkeys'],
    packages: ['@simplewebauthn/server', 'fastify', 'kysely'],
  },
  'src/server/pdf': {
    at: ['src/server/pdf'],
    packages: ['fastify', 'kysely', 'node', 'pdf-lib', 'playwright-core'],
  },
  'src/server/prefill': { at: ['src/server/prefill'], packages: ['fastify', 'kysely'] },
  // What several areas read and write of a student.
  'src/server/student-tables': { at: ['src/server/student-tables'], packages: ['kysely'] },
  // All that is known of a student, from every area.
  'src/server/student-data': { at: ['src/server/student-data'], packages: ['fastify', 'kysely'] },
  'src/server/reminders': { at: ['src/server/reminders'], packages: ['fastify'] },
  'src/server/retention': { at: ['src/server/retention'], packages: ['kysely'] },
  'src/server/answer-migration': { at: ['src/server/answer-migration'], packages: ['kysely'] },
  'src/server/service': { at: ['src/server/service'], packages: ['fastify'] },
  'src/server/sessions': { at: ['src/server/sessions'], packages: ['fastify'] },
  'src/server/database': {
    at: ['src/server/database'],
    packages: ['@electric-sql/pglite', 'kysely', 'node', 'pg'],
  },
  'src/server/files': {
    at: ['src/server/files'],
    packages: ['@aws-sdk/client-s3', '@aws-sdk/s3-presigned-post', 'kysely', 'node'],
  },
  'src/server/tracing': {
    at: ['src/server/tracing'],
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/context-async-hooks',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
      'fastify',
      'node',
      'pg',
    ],
  },

  scripts: { at: ['scripts'], packages: ['@aws-sdk/client-s3', 'node', 'playwright-core', 'vite', 'yargs'] },
  test: { at: ['test'], packages: 'any' },
  'settings of tools': { at: ['*'], packages: 'any' },
};
