import type { Answers } from '#form/definition/definition.ts';
import type { GetProfileAnswer } from '#generated/api.ts';
import { createFakeDocuments } from './fake-documents.ts';

type Sent = { readonly call: string; readonly body: unknown };

/** A response: a status with a body (text is not JSON), or `offline`. */
export type Answer = 'offline' | { status: number; body: object | string; headers?: Record<string, string> };

const RECEIPT = 'R1';

const SUBMITTED: Answer = {
  status: 409,
  body: { message: 'Your application was already submitted.', web_status: 'submitted' },
};

/** A second submit is answered like the first. */
function isChange(call: string): boolean {
  return !call.startsWith('GET ') && call.includes(' /api/') && call !== 'POST /api/submit';
}

const OPENING_PARTS = ['/api/profile', '/api/tabs', '/api/add-another', '/api/document-answer'];

function isFailure(answer: Answer): boolean {
  return answer === 'offline' || answer.status >= 400;
}

/** A 256-bit key in base64url per name. */
export function storageKeyOf(username = ''): string {
  return btoa(username.padEnd(32, '.').slice(0, 32)).replaceAll('=', '');
}

/** A server in memory for one student; tests can replace responses. */
export function createFakeServer(
  stored: {
    username?: string;
    answers?: Answers;
    statuses?: string[];
    lastPage?: string;
    lookAt?: readonly string[];
    /** The deadline of a submission. */
    timing?: { readonly deadline: string; readonly late: boolean };
    /** Cycles: this application's, the next one and past ones. */
    cycles?: Pick<GetProfileAnswer, 'cycle' | 'next_cycle' | 'past_applications'>;
    /** Unchecked answers from last year. */
    carried?: readonly string[];
  } = {},
) {
  const sent: Sent[] = [];
  const instead = new Map<string, Answer>();
  const statuses = [...(stored.statuses ?? [])];
  let answers: Answers = stored.answers ?? {};
  let version = 0;
  let form = '';
  let date = '';
  let isSubmitted = false;
  let { cycles } = stored;
  let tabs: Readonly<Record<string, string>> = {};
  let counts: Readonly<Record<string, number>> = {};
  const documents = createFakeDocuments((call) => {
    const other = instead.get(call);
    // A text is not JSON.
    return typeof other === 'object' && typeof other.body === 'string'
      ? { ...other, body: undefined }
      : other;
  });

  const replies: Record<string, (body: Record<string, unknown>) => object> = {
    'GET /api/profile': () => ({
      username: stored.username ?? 'Ada@Example.org',
      last_page: stored.lastPage ?? null,
      successful_login: ['2026-01-01T00:00:00Z'],
      web_status: statuses.map((web_status) => ({ web_status, at: '2026-01-01T00:00:00Z' })),
      answer: answers,
      document_answer: {},
      version,
      receipt: statuses.includes('submitted') ? RECEIPT : null,
      storage_key: storageKeyOf(stored.username),
      look_at: stored.lookAt ?? [],
      ...stored.timing,
      ...cycles,
      carried: stored.carried ?? [],
    }),
    'GET /api/opening': () =>
      Object.fromEntries(OPENING_PARTS.map((path) => [path, partInstead(path) ?? reply(`GET ${path}`, {})])),
    'GET /api/tabs': () => tabs,
    'PUT /api/tabs': ({ tab_id, chosen_tab }) => {
      tabs = { ...tabs, [String(tab_id)]: String(chosen_tab) };
      return { message: 'Saved.' };
    },
    'GET /api/add-another': () => counts,
    'PUT /api/add-another': ({ button_id, num_components }) => {
      counts = { ...counts, [String(button_id)]: Number(num_components) };
      return { message: 'Saved.' };
    },
    'PUT /api/answer': (body) => {
      const delta = body['answer'];
      if (typeof delta === 'object') answers = { ...answers, ...delta };
      version += 1;
      return { message: 'Saved.', version };
    },
    'POST /api/submit': () => ({
      message: 'Submitted.',
      receipt: RECEIPT,
      submitted_at: '2026-01-01T00:00:00Z',
      ...stored.timing,
    }),
    'GET /api/email-change': () => ({ email: null, applies_at: null }),
    'GET /api/sessions': () => ({ sessions: [] }),
    'GET /api/passkeys': () => ({ passkeys: [], needs_password: false }),
    'GET /api/pdf': () => ({ status: 'COMPLETED', url: '/api/pdf/copy', message: 'Your PDF copy is ready.' }),
  };

  const reply = (call: string, body: Record<string, unknown>) =>
    replies[call]?.(body) ?? documents.reply(call, body);

  /** Replaced parts of the page load; a failing one fails all. */
  function partInstead(path: string): object | string | undefined {
    const other = instead.get(`GET ${path}`);
    return typeof other !== 'object' || isFailure(other) ? undefined : other.body;
  }

  const failedPart = (call: string) =>
    call === 'GET /api/opening'
      ? OPENING_PARTS.map((path) => instead.get(`GET ${path}`)).find((other) => other && isFailure(other))
      : undefined;

  async function fetch(path: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const call = `${init?.method ?? 'GET'} ${typeof path === 'string' ? path : '(not a path)'}`;
    const body: Record<string, unknown> = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    sent.push({ call, body });
    const other =
      instead.get(call) ?? failedPart(call) ?? (isSubmitted && isChange(call) ? SUBMITTED : undefined);
    if (other === 'offline') throw new TypeError('Failed to fetch');
    if (other) {
      const text = typeof other.body === 'string' ? other.body : JSON.stringify(other.body);
      return new Response(text, other);
    }
    const headers = { ...(form !== '' && { 'x-form': form }), ...(date !== '' && { date }) };
    return new Response(JSON.stringify(reply(call, body) ?? { message: `${call} done.` }), { headers });
  }

  return {
    fetch,
    sendForm: documents.sendForm,
    documents,
    answers: () => answers,
    tabs: () => tabs,
    counts: () => counts,
    /** Replaces the response to a call. */
    answer: (call: string, answer: Answer) => instead.set(call, answer),
    /** Restores the response to a call. */
    mend: (call: string) => instead.delete(call),
    /** Submits in another window. */
    submitElsewhere(): void {
      statuses.splice(0, statuses.length, 'started', 'validating', 'submitted');
      isSubmitted = true;
    },
    /** Sets the clock, also in responses. */
    setClock(time: string): void {
      date = new Date(time).toUTCString();
    },
    /** Replaces the form. */
    deploy(hash: string): void {
      form = hash;
    },
    /** Starts the next application. */
    startNext(): void {
      cycles = { ...cycles, next_cycle: null };
    },
    /** Saves in another window. */
    saveElsewhere(delta: Answers): void {
      answers = { ...answers, ...delta };
      version += 1;
    },
    calls: () => sent.map(({ call }) => call),
    /** The bodies of a call, in order. */
    bodies: (call: string) => sent.filter((one) => one.call === call).map(({ body }) => body),
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;
