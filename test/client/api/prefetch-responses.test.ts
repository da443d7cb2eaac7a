import { describe, expect, it } from 'vitest';
import { createPendingSlots } from '#client/saving/draft-storage.ts';
import { OPENING_PATH } from '#form/definition/reserved-paths.ts';
import { prefetchResponses, type PrefetchPage } from '#client/api/prefetch-responses.ts';
import { createApplicationCalls } from '#client/api/application-calls.ts';
import { createCall, createTakePrefetched } from '#client/api/call.ts';

type Opened = {
  readonly cookie?: string;
  readonly type?: 'navigate' | 'reload' | 'back_forward';
  readonly search?: string;
  readonly answer?: () => Promise<Response>;
};

/** A page with its own stores, and its requested paths. */
function openPage({ cookie = 'toy_signed_in=1', type = 'navigate', search = '', answer }: Opened = {}) {
  document.head.innerHTML = '<meta name="matricula" data-cookie-prefix="toy">';
  const stores = { localStorage: memory(), sessionStorage: memory() };
  const clock = { now: 700 };
  const cookies = { now: cookie };
  const requested: string[] = [];
  const page: PrefetchPage = {
    ...stores,
    document: Object.create(document, { cookie: { get: () => cookies.now } }),
    fetch: async (input) => {
      requested.push(input instanceof Request ? input.url : input.toString());
      if (answer) return answer();
      return Response.json({ call: requested.length });
    },
    location: Object.create(location, { search: { value: search } }),
    performance: Object.create(performance, {
      getEntriesByType: { value: () => [{ type }] },
      now: { value: () => clock.now },
    }),
  };
  return { page, requested, clock, cookies, ...stores };
}

/** The same, after its prefetch. */
function openPrefetched(opened?: Opened) {
  const opening = openPage(opened);
  prefetchResponses(opening.page);
  return opening;
}

function memory(): Storage {
  const own = {
    getItem: { value: (name: string) => Reflect.get(store, name) ?? null },
    setItem: { value: (name: string, text: string) => void Reflect.set(store, name, text) },
  };
  const store: Storage = Object.create(Storage.prototype, own);
  return store;
}

/** The client's calls from this page. */
function callFrom(page: PrefetchPage) {
  return createCall(page.fetch, () => {}, { takePrefetched: createTakePrefetched(page) });
}

describe('the prefetch of the form', () => {
  it('is one immediate call when a student opens a page', () => {
    const { requested } = openPrefetched();
    expect(requested).toEqual([OPENING_PATH]);
  });

  it.each([
    ['nobody is logged in', { cookie: 'other=1' }],
    ['the page is loaded again', { type: 'reload' }],
    ['the page is reached by Back', { type: 'back_forward' }],
    ['staff read an application', { search: '?service_token=x' }],
  ] as const)('is skipped where %s', (_title, opened) => {
    const { requested } = openPrefetched(opened);
    expect(requested).toEqual([]);
  });

  it('is skipped while the browser has pending changes', () => {
    const { page, requested, localStorage: kept } = openPage();
    const slots = createPendingSlots({ store: () => kept, onWritten() {} }, () => new Date());
    slots.write(slots.newName(), 'text');
    prefetchResponses(page);
    expect(requested).toEqual([]);
  });
});

describe('a prefetched response', () => {
  it('is used once, by the call of its path', async () => {
    const { page, requested } = openPrefetched();
    const call = callFrom(page);

    expect(await call('GET', '/api/tabs')).toEqual({ call: 2 });
    expect(await call('GET', OPENING_PATH)).toEqual({ call: 1 });
    expect(await call('GET', OPENING_PATH)).toEqual({ call: 3 });
    expect(requested).toEqual([OPENING_PATH, '/api/tabs', OPENING_PATH]);
  });

  it('has the date of its use, for the server clock', async () => {
    const { page, clock } = openPrefetched({
      answer: async () =>
        Response.json({}, { headers: { date: 'Mon, 23 Nov 2026 06:00:00 GMT', 'x-form': 'a' } }),
    });
    await page.prefetched?.answer;
    clock.now += 8000;
    const read: (string | null)[] = [];
    const onHeaders = (headers: Headers): number => read.push(headers.get('date'), headers.get('x-form'));
    await callFrom(page)('GET', OPENING_PATH, { onHeaders });
    expect(read).toEqual(['Mon, 23 Nov 2026 06:00:08 GMT', 'a']);
  });

  it('is not used after ten seconds', async () => {
    const { page, clock } = openPrefetched();
    clock.now += 10_001;
    expect(await callFrom(page)('GET', OPENING_PATH)).toEqual({ call: 2 });
  });

  it('is not used after a change, such as a log-in', async () => {
    const { page } = openPrefetched();
    const call = callFrom(page);
    await call('POST', '/public/login');
    expect(await call('GET', OPENING_PATH)).toEqual({ call: 3 });
  });

  it.each([
    ['somebody else', 'toy_signed_in=second'],
    ['nobody', 'theme=dark'],
  ])('is not used once %s is logged in, in another tab', async (_who, after) => {
    const { page, cookies } = openPage({ cookie: 'theme=dark; toy_signed_in=first' });
    prefetchResponses(page);
    cookies.now = after;
    expect(await callFrom(page)('GET', OPENING_PATH)).toEqual({ call: 2 });
  });

  it('is used if another cookie has changed', async () => {
    const { page, cookies } = openPage({ cookie: 'theme=dark; toy_signed_in=first' });
    prefetchResponses(page);
    cookies.now = 'toy_signed_in=first; language=es';
    expect(await callFrom(page)('GET', OPENING_PATH)).toEqual({ call: 1 });
  });

  it('is requested again if it failed', async () => {
    let calls = 0;
    const answer = async (): Promise<Response> => {
      calls += 1;
      if (calls === 1) throw new TypeError('Failed to fetch');
      return Response.json({ ok: true });
    };
    const { page } = openPrefetched({ answer });
    expect(await callFrom(page)('GET', OPENING_PATH)).toEqual({ ok: true });
  });

  it('is not requested again before Retry-After', async () => {
    const refusal = { status: 503, headers: { 'retry-after': '9' } };
    const { page, requested } = openPrefetched({
      answer: async () => Response.json({ message: 'Later.' }, refusal),
    });
    const opening = createApplicationCalls(callFrom(page)).opening();
    await expect(opening).rejects.toMatchObject({ message: 'Later.', retryAfterMs: 9000 });
    expect(requested).toEqual([OPENING_PATH]);
  });

  it('is skipped once the client is loaded', async () => {
    const { page, requested } = openPage();
    await callFrom(page)('GET', '/api/profile');
    prefetchResponses(page);
    expect(requested).toEqual(['/api/profile']);
  });
});
