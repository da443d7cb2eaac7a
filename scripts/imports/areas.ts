/** A part of the project: its location and allowed imports. Lists are separated by spaces. */
export type Area = {
  /** Files, recursive folders, and `*` for the files of a folder; default: `src/<name>`. */
  readonly at?: string;
  /** Areas whose values and types it can import. */
  readonly uses?: string;
  /** Areas whose types it can import. */
  readonly types?: string;
  /** Packages; `node` for Node's built-in modules. */
  readonly packages?: string;
};

/** A line per area, beginning with its name; indented lines continue it. */
const TABLE = `
form uses: texts packages: @zxcvbn-ts/core @zxcvbn-ts/language-common
generated at: src/generated/answers.ts src/generated/api.ts src/generated/directories.ts src/generated/partner.ts
    src/generated/partners src/generated/served
texts at: src/texts src/generated/texts.ts
compiler at: src/compiler/* uses: compiler/source compiler/compile compiler/check compiler/prove compiler/editor
    packages: node
compiler/source uses: form types: texts packages: jsonc-parser node
compiler/compile uses: compiler/source form texts packages: node
compiler/check uses: compiler/source compiler/compile form packages: ajv node
compiler/why uses: compiler/changes compiler/prove compiler/compile compiler/source form
compiler/changes uses: compiler/prove compiler/source compiler/compile form packages: node
compiler/prove uses: compiler/source compiler/compile compiler/emit form packages: @eslint-community/regexpp
    fast-check flesch-kincaid recheck syllable
compiler/editor uses: compiler/source compiler/compile compiler/check form
compiler/emit uses: compiler/source form types: compiler/compile packages: ajv ajv-errors
    json-schema-to-typescript-lite node rolldown
client at: src/client/App.tsx src/client/prefetch.ts src/client/prerendered-card.tsx src/client/main.tsx
    uses: client/session client/saving client/api client/screens/account client/screens/completion
    client/screens/form client/screens/own-account client/screens/review client/screens/root
    client/screens/service client/ui client/theme form texts packages: @fontsource/source-serif-4 react react-dom
    react-router
studio uses: client client/saving client/ui client/api client/questionnaire client/theme form texts types:
    client/widgets compiler/source compiler/why packages: @mui/material react react-dom react-router
client/screens at: src/client/screens/* uses: client/api client/ui texts types: client/session packages: react react-router
client/screens/account uses: form client/session client/api client/questionnaire client/widgets client/ui
    client/screens texts types: generated packages: react react-router
client/screens/completion uses: form client/session client/ui client/api client/screens client/screens/frame texts
    types: generated packages: @tanstack/react-query react react-router
client/screens/form uses: form client/session client/saving client/ui client/api client/questionnaire
    client/screens client/screens/frame client/widgets texts packages: @tanstack/react-query react react-dom
    react-router
client/screens/frame uses: form client/session client/ui client/api client/screens texts types:
    generated packages: @tanstack/react-query react react-router
client/screens/own-account uses: client/screens/account form client/session client/api client/widgets
    client/screens/frame client/ui client/screens texts types: generated packages: @tanstack/react-query react
    react-router
client/screens/review uses: form client/session client/ui client/api client/questionnaire client/screens
    client/screens/form client/screens/frame client/widgets texts types: client/documents client/saving packages:
    @tanstack/react-query react react-router
client/screens/root uses: form client/session client/ui client/api client/questionnaire client/screens/form
    client/theme texts types: client/saving packages: @tanstack/react-query react react-idle-timer react-router
client/screens/service uses: form client/api client/questionnaire client/ui client/screens texts types:
    generated packages: @tanstack/react-query react
client/session uses: client/ui form client/api client/questionnaire client/widgets texts client/saving types:
    client/documents generated packages: @tanstack/react-query react react-router
client/saving uses: client/ui form client/api client/questionnaire client/widgets texts
    client/documents types: generated
client/documents at: src/client/documents/* uses: client/ui form client/api client/widgets client/documents/photos
    texts client/saving client/questionnaire types: generated
client/documents/photos uses: client/widgets form texts packages: @pdfme/pdf-lib
client/api uses: client/ui form texts types: client/saving client/widgets generated packages:
    @simplewebauthn/browser @tanstack/react-query react
client/questionnaire uses: form client/widgets client/ui texts packages: @rjsf/core @rjsf/utils react react-dom
    react-router
client/widgets uses: form client/ui texts packages: react react-dom
client/ui uses: client/theme texts packages: @mui/material notistack react react-dom
client/theme uses: form types: generated packages: @emotion/cache @emotion/react @mui/material react
server/start uses: form server/settings server/http server/accounts server/application server/audit
    server/documents server/jobs server/limits server/lookup server/mail server/metrics server/operator
    server/passkeys server/pdf server/prefill server/reminders server/student-data server/student-tables
    server/service server/sessions server/database server/files server/tracing server/sandbox texts
    packages: fastify node
server/sandbox packages: node
server/settings uses: form texts types: generated packages: node
server/http uses: form server/settings server/limits server/metrics server/database texts types: generated server/jobs
    server/start packages: @fastify/cookie @fastify/static fastify fastify-plugin node
server/accounts uses: form server/http server/audit server/limits server/mail server/student-tables texts
    types: generated server/database server/settings server/start packages:
    @node-rs/argon2 fastify kysely node
server/application uses: form server/http server/answer-migration server/student-tables texts server/limits server/mail
    types: generated server/database server/start packages: fastify
server/audit uses: server/http server/database packages: kysely
server/backup uses: form server/http server/audit server/jobs server/database server/files server/student-tables
    packages: kysely node
server/encryption types: form packages: kysely node
server/documents uses: form server/http server/audit server/jobs server/answer-migration server/limits
    server/student-tables server/files server/sandbox texts types: generated server/settings server/database
    server/start packages: @fastify/multipart @matbee/libreoffice-converter @napi-rs/canvas fastify fflate node
    @pdfme/pdf-lib pdfjs-dist sharp yauzl
server/jobs uses: server/http server/database types: server/mail packages: kysely node pg-boss
server/limits uses: server/http texts form types: server/database packages: fastify kysely node
server/lookup uses: form generated server/http server/limits server/database texts types: server/settings
    server/start packages: csv-parse fastify kysely node read-excel-file yauzl zipcodes
server/mail uses: form server/http texts types: generated server/settings packages: node nodemailer postal-mime
server/metrics uses: form server/http server/jobs server/mail server/database server/sandbox types: server/audit server/files
    server/limits packages: fastify fastify-plugin node
server/operator uses: server/encryption form server/http server/audit server/lookup server/metrics server/mail
    server/pdf server/prefill server/answer-migration server/reminders server/retention server/student-data
    server/student-tables server/service server/database server/files server/accounts types:
    server/settings server/jobs packages: fastify node
server/passkeys uses: server/http server/student-tables texts types: generated server/audit
    server/limits server/database server/start packages: @simplewebauthn/server fastify
server/pdf uses: form server/documents server/encryption server/http server/limits server/answer-migration server/service
    server/student-tables server/files server/sandbox texts types: generated server/jobs server/database server/start packages: fastify kysely node
    @pdfme/pdf-lib playwright-core
server/prefill uses: server/encryption server/http texts types: form generated server/database server/start
    packages: fastify kysely
server/student-tables uses: form server/encryption server/http server/database types: server/jobs server/files
    packages: kysely
server/student-data uses: form server/http server/accounts server/jobs server/mail server/service
    server/student-tables texts types: generated server/audit server/limits server/database server/files
    server/start packages: fastify node
server/reminders uses: form server/application server/http server/answer-migration server/mail
    server/student-tables texts types: generated server/jobs server/database server/start packages: fastify
server/retention uses: form server/audit server/http server/prefill server/service server/student-data
    server/student-tables server/database types: server/jobs packages: kysely
server/answer-migration uses: form server/http server/audit server/student-tables types: server/database
    server/start
server/service uses: form server/http server/audit server/answer-migration server/student-tables texts types:
    generated server/database server/start packages: fastify
server/sessions uses: server/http server/limits server/student-tables texts types: server/database packages:
    fastify
server/database uses: form server/settings server/http types: server/encryption packages: @electric-sql/pglite
    kysely node pg
server/files uses: server/database server/encryption server/http types: server/settings packages:
    @aws-sdk/client-s3 @aws-sdk/s3-presigned-post kysely node
server/tracing uses: server/http types: server/settings packages: @opentelemetry/api
    @opentelemetry/context-async-hooks @opentelemetry/core @opentelemetry/exporter-trace-otlp-http
    @opentelemetry/resources @opentelemetry/sdk-trace fastify node pg
scripts at: scripts uses: studio form compiler compiler/source compiler/check compiler/prove compiler/why
    compiler/changes compiler/emit server/student-tables server/start server/settings server/http server/audit
    server/backup server/encryption server/jobs server/lookup server/operator server/pdf server/database
    server/files types: compiler/compile generated packages: @aws-sdk/client-s3
    dependency-cruiser jsonc-parser node playwright-core vite yargs
test at: test uses: any packages: any
tools at: * uses: form scripts server/http packages: any
`;

/**
 * Allowed imports of each area other than itself; all others are forbidden, as is code outside all areas. `npm run lint`
 * compares them with the actual imports: unused permissions also fail.
 */
export const AREAS: Readonly<Record<string, Area>> = Object.fromEntries(
  TABLE.trim()
    .split(/\n(?! )/)
    .map((row) => {
      const [name = '', ...lists] = row.split(/\s+(?=\w+:\s)/);
      return [name, Object.fromEntries(lists.map((list) => list.split(/:\s+/)))];
    }),
);
