import type { FormState } from '#form/definition/definition.ts';
import { isRecord } from '#form/definition/is-record.ts';

const REFUSAL = 'The studio shows the form. Nothing is sent, and nothing is kept.';

/**
 * Answers the calls of a form by itself, as a student who is logged in with these answers: what is changed in it
 * lasts until it is filled in again, and no account knows of it. Only look-ups reach the server.
 */
export function createInventedAccount(
  state: FormState,
  network: typeof globalThis.fetch,
): typeof globalThis.fetch {
  let version = 1;
  let answers: FormState['answers'] = state.answers;
  const { tabs, counts } = state;
  const calls: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => unknown>> = {
    'GET /api/profile': () => ({
      username: 'invented@example.org',
      last_page: null,
      successful_login: [new Date().toISOString()],
      web_status: [{ web_status: 'started', at: new Date().toISOString() }],
      answer: answers,
      document_answer: {},
      version,
      receipt: null,
      storage_key: '',
    }),
    'GET /api/tabs': () => tabs,
    'GET /api/add-another': () => counts,
    'GET /api/document-answer': () => ({}),
    'PUT /api/answer': ({ answer }) => {
      answers = { ...answers, ...Object(answer) };
      version += 1;
      return { message: '', version };
    },
    'PUT /api/tabs': () => ({ message: '' }),
    'PUT /api/add-another': () => ({ message: '' }),
    'PUT /api/last-page': () => ({ message: '' }),
    'POST /api/validations': () => ({ message: '' }),
  };
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : input.toString();
    const [path = ''] = address.split('?');
    if (path.startsWith('/lookup/')) return network(input, init);
    const call = calls[`${init.method ?? 'GET'} ${path}`];
    if (!call) return Response.json({ message: REFUSAL }, { status: 403 });
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    return Response.json(call(isRecord(body) ? body : {}));
  };
}
