import { readForm } from '../support/compiled-form.ts';

export const PASSWORD = 'Correct-Horse-7';
const WRONG = 'Wrong-Password-1';

export type Caller = {
  logIn(student: number, password: string): Promise<void>;
  /** Logs in and returns a function that writes on each call. */
  openWriter(): Promise<() => Promise<void>>;
  /** Calls that must not reveal whether an address is known. */
  readonly questions: Readonly<Record<string, (username: string) => Promise<void>>>;
};

/** Number of students who write in rotation, since each is limited to 20 calls per second. */
const WRITERS = 20;

/** Uses a new client address per call, to avoid rate limits. */
export function createCaller(url: string): Caller {
  let clients = 0;
  async function call(target: string, method: string, body: object, cookie = ''): Promise<Response> {
    clients += 1;
    const headers = {
      'content-type': 'application/json',
      origin: url,
      cookie,
      'x-forwarded-for': `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`,
    };
    const address = `${url.replace('localhost', '127.0.0.1')}${target}`;
    const response = await fetch(address, { method, headers, body: JSON.stringify(body) });
    await response.arrayBuffer();
    return response;
  }
  const logIn = (student: number, password: string): Promise<Response> =>
    call('/public/login', 'POST', { username: `student-${student}@example.org`, password });
  const ask = async (target: string, body: object, status: number): Promise<void> =>
    expectStatus(await call(target, 'POST', body), status);
  return {
    logIn: async (student, password) => expectStatus(await logIn(student, password), 200),
    async openWriter() {
      const cookies: string[] = [];
      for (let student = 0; student < WRITERS; student += 1) {
        const given = (await logIn(student, PASSWORD)).headers.getSetCookie();
        cookies.push(given.map((each) => each.split(';')[0] ?? '').join('; '));
      }
      const pages = readForm().pages.map(({ path }) => path);
      let writes = 0;
      return async () => {
        writes += 1;
        const page = { last_page: pages[writes % pages.length] };
        expectStatus(await call('/api/last-page', 'PUT', page, cookies[writes % WRITERS]), 200);
      };
    },
    questions: {
      login: (username) => ask('/public/login', { username, password: WRONG }, 401),
      signup: (username) => ask('/public/signup', { username, password: PASSWORD }, 200),
      forgot: (username) => ask('/public/forgot-password', { username }, 200),
      resend: (username) => ask('/public/resend-confirm', { username }, 200),
    },
  };
}

function expectStatus({ status, url }: Response, expected: number): void {
  if (status !== expected) throw new Error(`${url} returned ${status} instead of ${expected}.`);
}
