import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Route } from 'playwright-core';
import { fillIndexPage, fillResponse } from '#server/http/index-page.ts';
import { CALL_PATHS, OPENING_PATH } from '#form/definition/reserved-paths.ts';
import type { Answers, FormDefinition, FormState, Partner } from '#form/definition/definition.ts';
import type { GetDocumentAnswerAnswer, GetProfileAnswer } from '#generated/api.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import {
  documentAnswersOf,
  documentKeysOf,
  withoutDocumentAnswers,
} from '#form/documents/document-answers.ts';

/** Origin of the pictured pages, where nothing listens. */
export const ORIGIN = 'http://localhost:3000';

/** Cookie by which the page knows that somebody is logged in. */
export const STUDENT_COOKIE = 'matricula_state';

export type MemoryServerOptions = {
  readonly project: string;
  readonly partner: string;
  /** Form and settings that replace the built ones. */
  readonly definition: FormDefinition;
  readonly settings: Partner;
};

export type MemoryServer = ReturnType<typeof openMemoryServer>;

/** Opens the built client of one partner, with an in-memory API. */
export function openMemoryServer({ project, partner, definition, settings }: MemoryServerOptions) {
  const dist = path.join(project, 'dist');
  const page = readFileSync(path.join(dist, 'index.html'), 'utf8');
  const filled = fillIndexPage(page, { partner, cookiePrefix: STUDENT_COOKIE, settings });
  const index = fillResponse(filled, { nonce: 'picture', settings, now: new Date() });
  let waiting = 0;

  const respond = (route: Route, state: FormState | undefined): Promise<void> => {
    const { pathname } = new URL(route.request().url());
    const [first = ''] = pathname.slice(1).split('/');
    if (CALL_PATHS.some((call) => call === first)) {
      const call = `${route.request().method()} ${pathname}`;
      const { status = 200, body } = memoryAnswer(call, state, { definition, now: new Date() });
      return route.fulfill({ status, json: body });
    }
    if (/^\/assets\/form-[\w-]+\.json$/.test(pathname)) return route.fulfill({ json: definition });
    const file = path.join(dist, pathname);
    return path.extname(file) !== '' && existsSync(file)
      ? route.fulfill({ path: file })
      : route.fulfill({ contentType: 'text/html; charset=utf-8', body: index });
  };
  return {
    definition,
    /** Number of pending requests. */
    waiting: () => waiting,
    /** Answers all requests of a browser, with the application that `shown` returns; logged out without one. */
    serve: (context: BrowserContext, shown: () => FormState | undefined) =>
      context.route('**', async (route) => {
        waiting += 1;
        await respond(route, shown()).finally(() => (waiting -= 1));
      }),
  };
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
