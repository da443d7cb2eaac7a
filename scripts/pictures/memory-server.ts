import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { fillIndexPage, fillResponse } from '#server/http/index-page.ts';
import { loadQuestionnaire, type Questionnaire } from '#server/settings/questionnaire.ts';
import { CALL_PATHS, OPENING_PATH } from '#form/definition/reserved-paths.ts';
import type { Answers, FormDefinition, FormState, Partner } from '#form/definition/definition.ts';
import type { GetDocumentAnswerAnswer, GetProfileAnswer } from '#generated/api.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import {
  documentAnswersOf,
  documentKeysOf,
  withoutDocumentAnswers,
} from '#form/documents/document-answers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.otf': 'font/otf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Cookie that selects a browser's state; the page takes it for a session cookie. */
const STUDENT_COOKIE = 'matricula_state';
const VISITOR_COOKIE = 'visitor_state';

/** The built client with an in-memory API. */
export type MemoryServer = {
  readonly url: string;
  readonly questionnaire: Questionnaire;
  /** Number of pending requests. */
  readonly waiting: () => number;
  /** Serves an application to the browser with this number; logged out without one. @returns its cookie */
  readonly show: (
    browser: number,
    state: FormState | undefined,
  ) => { readonly name: string; readonly value: string };
  readonly close: () => Promise<void>;
};

export type MemoryServerOptions = {
  readonly project: string;
  readonly partner: string;
  /** Form and settings that replace the built ones. */
  readonly definition: FormDefinition;
  readonly settings: Partner;
};

/** Serves the built client of one partner on a free local port. */
export async function startMemoryServer(options: MemoryServerOptions): Promise<MemoryServer> {
  const { project, partner, definition, settings } = options;
  const built = await loadQuestionnaire(path.join(project, 'src/generated/partners', partner));
  const questionnaire = { ...built, definition, partner: settings };
  const dist = path.join(project, 'dist');
  const page = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const filled = fillIndexPage(page, { partner, cookiePrefix: STUDENT_COOKIE, settings });
  const index = fillResponse(filled, { nonce: 'picture', settings, now: new Date() });
  const form = Buffer.from(JSON.stringify(definition));
  const states = new Map<string, FormState | undefined>();
  let waiting = 0;

  const server = createServer((request, response) => {
    waiting += 1;
    response.once('close', () => (waiting -= 1));
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [first = ''] = pathname.slice(1).split('/');
    if (CALL_PATHS.some((call) => call === first)) {
      const answer = memoryAnswer(`${request.method} ${pathname}`, states.get(browserOf(request)), {
        definition,
        now: new Date(),
      });
      send(response, { status: answer.status ?? 200, type: '.json', body: JSON.stringify(answer.body) });
      return;
    }
    const file = path.join(dist, pathname);
    if (/^\/assets\/form-[\w-]+\.json$/.test(pathname)) send(response, { type: '.json', body: form });
    else if (path.extname(file) !== '' && existsSync(file)) {
      send(response, { type: path.extname(file), body: readFileSync(file), isKept: first === 'assets' });
    } else send(response, { type: '.html', body: index });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://localhost:${port}`,
    questionnaire,
    waiting: () => waiting,
    show: (browser, state) => {
      states.set(String(browser), state);
      return { name: state ? STUDENT_COOKIE : VISITOR_COOKIE, value: String(browser) };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function browserOf({ headers: { cookie = '' } }: IncomingMessage): string {
  const cookies = new Map(cookie.split('; ').map((pair) => [pair.split('=')[0], pair.split('=')[1]]));
  return cookies.get(STUDENT_COOKIE) ?? cookies.get(VISITOR_COOKIE) ?? '';
}

type Sent = {
  readonly status?: number;
  readonly type: string;
  readonly body: string | Buffer;
  /** Whether browsers can cache it. */
  readonly isKept?: boolean;
};

function send(response: ServerResponse, { status = 200, type, body, isKept = false }: Sent): void {
  response
    .writeHead(status, {
      'content-type': TYPES[type] ?? 'application/octet-stream',
      'cache-control': isKept ? 'max-age=3600, immutable' : 'no-store',
    })
    .end(body);
}

type CallAnswer = { readonly status?: number; readonly body: unknown };

/** Generated types with read-only lists. */
type Profile = Omit<GetProfileAnswer, 'answer'> & { readonly answer: Answers };

type Form = { readonly definition: FormDefinition; readonly now: Date };

/** Responds like a server for a student with this application; stores nothing. */
function memoryAnswer(call: string, state: FormState | undefined, form: Form): CallAnswer {
  if (!state) return { status: 401, body: { message: 'Please log in.' } };
  const attached = new Set([...documentKeysOf(form.definition)].filter((key) => state.answers[key]));
  switch (call) {
    case `GET ${OPENING_PATH}`:
      return {
        body: {
          '/api/profile': profileOf(state, attached, form),
          '/api/tabs': state.tabs,
          '/api/add-another': state.counts,
          '/api/document-answer': attachedFiles(attached),
        },
      };
    case 'PUT /api/answer':
      return { body: { message: 'Saved.', version: 2 } };
    case 'GET /lookup/find':
      return { body: [] };
    default:
      return { body: { message: 'Done.' } };
  }
}

function profileOf(state: FormState, attached: ReadonlySet<string>, { definition, now }: Form): Profile {
  const answers = withCompanions(definition, state.answers, { answers: state.answers, now });
  const at = now.toISOString();
  return {
    username: 'student@example.edu',
    last_page: null,
    successful_login: [at, at],
    web_status: [{ web_status: 'started', at }],
    version: 1,
    receipt: null,
    storage_key: Buffer.alloc(32, 7).toString('base64url'),
    answer: withoutDocumentAnswers(definition, answers),
    document_answer: documentAnswersOf(definition, attached),
  };
}

function attachedFiles(keys: ReadonlySet<string>): GetDocumentAnswerAnswer {
  return Object.fromEntries([...keys].map((key) => [key, { file_name: 'document.pdf', file_size: 48_213 }]));
}
