import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import type { AuditKind } from '#server/audit/audit-kinds.ts';
import { createAuditTrail } from '#server/audit/audit-trail.ts';
import { applyEmailChanges } from '#server/accounts/planned-email.ts';
import { loadApiCalls } from '#server/http/api-schemas.ts';
import { operatorServices, ORIGIN, type TestApp } from '#test/server/test-app.ts';

export type Answer = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const PASSWORD = 'Correct-Horse-7';

/** Calls the application like a browser: JSON, origin and cookies. */
export class StudentClient {
  readonly #app: FastifyInstance;
  readonly #address: string;
  readonly #browser: string;
  readonly #cookies = new Map<string, string>();

  /** @param address of its requests @param browser their User-Agent */
  constructor(app: FastifyInstance, address = '127.0.0.1', browser = 'lightMyRequest') {
    this.#app = app;
    this.#address = address;
    this.#browser = browser;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  forgetCookies(): void {
    this.#cookies.clear();
  }

  /** Logs in with a password. */
  logIn(username: string, password = PASSWORD): Promise<Answer> {
    return this.call('POST', '/public/login', { username, password });
  }

  /** Another tab of the same browser, at this server or another. */
  copy(app = this.#app): StudentClient {
    const copy = new StudentClient(app, this.#address, this.#browser);
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }

  async call(method: Method, url: string, body?: unknown): Promise<Answer> {
    const response = await this.#app.inject({
      method,
      url,
      remoteAddress: this.#address,
      headers: { 'content-type': 'application/json', origin: ORIGIN, 'user-agent': this.#browser },
      cookies: Object.fromEntries(this.#cookies),
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    for (const { name, value } of response.cookies) {
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const { date: _date, 'x-request-id': _id, ...headers } = response.headers;
    if (response.statusCode === 200) expectDescribed(`${method} ${url}`, response.json());
    return { status: response.statusCode, body: response.json(), headers };
  }
}

/** The last mail to an address. */
export function lastMail({ mails }: TestApp, address: string) {
  return mails.findLast(({ to }) => to === address);
}

/** The code in the last mail to an address. */
export function lastCode(test: TestApp, username: string): string {
  const code = /^\d{6}$/m.exec(lastMail(test, username)?.text ?? '')?.[0];
  if (code === undefined) throw new Error(`No code was mailed to ${username}.`);
  return code;
}

/** Requests a reset link. @returns the id in the mailed link */
export async function askForReset(
  test: TestApp,
  username: string,
  by = new StudentClient(test.app),
): Promise<string> {
  await by.call('POST', '/public/forgot-password', { username });
  await test.runJobs();
  const link = /^http\S+$/m.exec(lastMail(test, username)?.text ?? '')?.[0] ?? '';
  return new URL(link).searchParams.get('id') ?? '';
}

/** Signs up and sends the mail. */
export async function signUp(
  test: TestApp,
  username: string,
  student = new StudentClient(test.app),
): Promise<StudentClient> {
  await student.call('POST', '/public/signup', { username, password: PASSWORD });
  await test.runJobs();
  return student;
}

/** Signs up and confirms, with the code from the mail. */
export async function register(
  test: TestApp,
  username: string,
  by = new StudentClient(test.app),
): Promise<StudentClient> {
  const student = await signUp(test, username, by);
  await student.call('POST', '/public/confirm', { username, code: lastCode(test, username) });
  return student;
}

/** Requests another address and enters the code from its mailbox. */
export async function planAddress(test: TestApp, student: StudentClient, email: string): Promise<Answer> {
  await student.call('POST', '/api/email', { email, password: PASSWORD });
  await test.runJobs();
  const answer = await student.call('POST', '/api/email-code', { code: lastCode(test, email) });
  await test.runJobs();
  return answer;
}

/** Lets time pass and applies the planned changes of addresses. */
export async function applyPlanned(test: TestApp, milliseconds = 72 * 3_600_000): Promise<void> {
  test.pass(milliseconds);
  await applyEmailChanges({ ...operatorServices(test), jobs: test.queue });
  await test.runJobs();
}

/** A student who is logged in. */
export async function logIn(test: TestApp, username = 'ada@example.org'): Promise<StudentClient> {
  const student = await register(test, username);
  const answer = await student.logIn(username);
  if (answer.status !== 200) throw new Error(`The log-in was answered with ${answer.status}.`);
  return student;
}

/** Another browser of a student, logged in. */
export async function logInAgain({ app }: TestApp, username: string): Promise<StudentClient> {
  const student = new StudentClient(app);
  await student.logIn(username);
  return student;
}

/** The id of a student. */
export async function idOf({ storage }: TestApp, username: string): Promise<string> {
  const students = storage.db.selectFrom('student').select('id').where('username', '=', username);
  return (await students.executeTakeFirstOrThrow()).id;
}

/** The trail of an account, oldest first; of one kind if given. */
export async function eventsOf({ storage, now }: TestApp, username: string, kind?: AuditKind) {
  const events = await createAuditTrail(storage.db, now).find({
    addresses: [{ email: username }],
    limit: 99,
  });
  return kind ? events.filter((event) => event.kind === kind) : events;
}

/** Another code than this. */
export function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}

const schemas = loadApiCalls(path.resolve(import.meta.dirname, '../../schemas/api'));
const ajv = new Ajv({ allowUnionTypes: true });
const compiled = new Map<string, ValidateFunction>();

/** Fails unless a response matches `schemas/api` exactly. */
function expectDescribed(callWithQuery: string, answer: unknown): void {
  const call = withParameters(callWithQuery.split('?')[0] ?? '');
  const validate = compiled.get(call) ?? ajv.compile(answerSchema(schemas.get(call)?.response));
  compiled.set(call, validate);
  if (!validate(answer)) throw new Error(`${call} answers ${ajv.errorsText(validate.errors)}.`);
}

function answerSchema(response: unknown): object {
  const schema: unknown =
    typeof response === 'object' && response !== null ? Reflect.get(response, 200) : undefined;
  return typeof schema === 'object' && schema !== null ? schema : {};
}

/** The documented path, such as `/api/document-answer/{answer_key}`. */
function withParameters(call: string): string {
  return call
    .replace(/(\/document-answer\/)[^/]+$/, '$1{answer_key}')
    .replace(/(\/(?:sessions|passkeys)\/)[^/]+$/, '$1{id}');
}
