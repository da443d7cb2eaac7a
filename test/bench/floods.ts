/** Parameters of a request; serializable, since floods run in a worker thread. */
export type FloodAim = {
  readonly port: number;
  /** Loopback source address, by which the proxy limits. */
  readonly address: string;
  /** Session token, for floods that need one. */
  readonly token: string;
};

/** What a connection does after sending its bytes. */
type AfterSending = 'waits for the answer' | 'breaks off' | 'sends one more byte a second';

/** A request repeated from one address on many connections. */
export type Flood = {
  readonly after: AfterSending;
  /** Returns the bytes of one request. */
  readonly bytes: (aim: FloodAim, count: number) => string;
};

export const FLOOD_CONNECTIONS = 250;

const WRONG_PASSWORD = 'Wrong-Password-1';
const GOOD_PASSWORD = 'Correct-Horse-7';
const TYPED = ['lin', 'north high', 'oak ridge', 'saint mary', 'central', 'chery creek', 'jefersn west'];
/** Bytes sent of an upload that declares a larger size. */
const PART_OF_FILE = 16 * 1024;

export const FLOODS: Readonly<Record<string, Flood>> = {
  'log-ins': posts('/public/login', (at) => ({ username: addressOf(at), password: WRONG_PASSWORD })),
  'sign-ups': posts('/public/signup', (at) => ({ username: addressOf(at), password: GOOD_PASSWORD })),
  'forgotten passwords': posts('/public/forgot-password', (at) => ({ username: addressOf(at) })),
  'look-ups': asks((_aim, at) =>
    request(`GET /lookup/find?category=hs_ceeb&query=${encodeURIComponent(TYPED[at % TYPED.length] ?? '')}`),
  ),
  'made-up cookies': asks((_aim, at) =>
    request('GET /api/profile', sessionLine(String(at).padStart(43, 'A'))),
  ),
  validations: asks(({ token }, at) =>
    withBody('POST /api/validations', { validations: manyMessages(at) }, sessionLine(token)),
  ),
  'PDF copies': asks(({ token }) => request('GET /api/pdf', sessionLine(token))),
  'uploads that break off': { after: 'breaks off', bytes: () => partOfUpload() },
  'slow headers': {
    after: 'sends one more byte a second',
    bytes: () => 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n',
  },
  pages: asks(() => request('GET /login', 'accept-encoding: br')),
};

function asks(text: (aim: FloodAim, count: number) => string): Flood {
  return { after: 'waits for the answer', bytes: text };
}

function posts(path: string, body: (count: number) => object): Flood {
  return asks((_aim, count) => withBody(`POST ${path}`, body(count)));
}

function request(line: string, ...headers: readonly string[]): string {
  return [`${line} HTTP/1.1`, 'host: localhost', ...headers, '', ''].join('\r\n');
}

function withBody(line: string, body: object, ...headers: readonly string[]): string {
  const text = JSON.stringify(body);
  const about = ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`];
  return request(line, ...about, ...headers) + text;
}

function sessionLine(token: string): string {
  return `sec-fetch-site: same-origin\r\ncookie: matricula_session=${token}`;
}

function addressOf(count: number): string {
  return `stranger-${count}@example.org`;
}

function manyMessages(count: number): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`key_${at}`, [`is wrong, ${count}`]]));
}

function partOfUpload(): string {
  const about = ['content-type: multipart/form-data; boundary=b', 'content-length: 900000'];
  const field = '--b\r\ncontent-disposition: form-data; name="key"\r\n\r\nnone\r\n';
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  return request('POST /public/upload', ...about) + field + file + 'x'.repeat(PART_OF_FILE);
}
