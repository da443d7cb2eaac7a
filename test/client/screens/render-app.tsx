import { nextDeadlineText } from '#form/deadlines/deadline-text.ts';
import { act, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { onTestFinished } from 'vitest';
import { MemoryRouter, parsePath, useLocation, type Location } from 'react-router';
import { App } from '#client/App.tsx';
import type { PartnerSettings } from '#generated/partner.ts';
import { createServices } from '#client/api/create-services.ts';
import type { PartnerFiles } from '#client/api/partner-files.ts';
import { createFakeBrowser, createFakeStorage, type FakeBrowser } from './fake-browser.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { toyFiles, toyPartner } from './toy-form.ts';

const now = (): Date => new Date('2026-03-01T12:00:00Z');

type Story = {
  /** The URL; `state` is its navigation state. */
  readonly path: string;
  readonly state?: unknown;
  readonly isSignedIn?: boolean;
  readonly server?: FakeServer;
  readonly files?: PartnerFiles;
  readonly partner?: PartnerSettings;
  /** The browser of this tab; a new one by default. */
  readonly browser?: FakeBrowser;
  /** The tab's storage; the same one for a reload. */
  readonly tab?: ReturnType<typeof createFakeStorage>;
};

/** Renders the whole client at a URL, with the toy form and a fake server. */
export async function renderApp({
  path,
  state = null,
  isSignedIn = false,
  server = createFakeServer(),
  files = toyFiles(),
  partner = toyPartner,
  browser = createFakeBrowser({ isSignedIn }),
  tab = createFakeStorage(),
}: Story) {
  const seen: Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>[] = [];
  const at = () => seen.at(-1) ?? { pathname: '', search: '', hash: '', state: null };
  const { end, ...opened } = browser.open(now, tab);
  const page = { isGone: false };
  const fetch = withCookies(server, browser);
  const services = createServices({
    ...opened,
    fetch: (input, init) => (page.isGone ? new Promise(() => {}) : fetch(input, init)),
    sendForm: server.sendForm,
    files,
    partner,
    now,
    nonce: 'test',
    nextDeadline: nextDeadlineText(partner.deadlines, now()),
  });
  function Witness() {
    const location = useLocation();
    useLayoutEffect(() => void seen.push(location), [location]);
    return null;
  }
  // Screens suspend until loaded, which React wants tests to await.
  await services.drafts.visitor.load();
  const view = await act(async () =>
    render(
      <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
        <App services={services} />
        <Witness />
      </MemoryRouter>,
    ),
  );
  /** Closes the page, and stops its calls. */
  const unmount = (): void => {
    view.unmount();
    page.isGone = true;
    end();
  };
  // A page that outlived its test would send its unsaved answers while others run.
  onTestFinished(unmount);
  return {
    server,
    browser,
    session: browser.session,
    tab,
    user: userEvent.setup(),
    /** This tab only. */
    screen: within(view.container),
    unmount,
    address: () => at().pathname + at().search + at().hash,
    navigationState: () => at().state,
  };
}

/** Renders the client for a student with this application. */
export const renderStudent = (
  path: string,
  stored: Parameters<typeof createFakeServer>[0] = {},
  more: Partial<Story> = {},
) =>
  renderApp({
    path,
    isSignedIn: true,
    server: createFakeServer({ statuses: ['started'], ...stored }),
    ...more,
  });

/** Sets and removes the session cookie like the server. */
function withCookies(server: FakeServer, { session }: FakeBrowser): typeof fetch {
  return async (path, init) => {
    const mark = new Headers(init?.headers).get('x-session-mark') ?? session.mark;
    if (mark !== session.mark) return Response.json({ message: 'Your session is over.' }, { status: 401 });
    const response = await server.fetch(path, init);
    const isLogIn = path === '/public/login' || path === '/public/passkey-login';
    if (isLogIn && response.ok) session.isSignedIn = true;
    if (path === '/api/logout' && response.ok) session.isSignedIn = false;
    if (response.status === 401) session.isSignedIn = false;
    return response;
  };
}
