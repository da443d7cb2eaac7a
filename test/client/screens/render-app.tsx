import { act, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { MemoryRouter, useLocation, type Location } from 'react-router';
import { App } from '#client/App.tsx';
import { createServices } from '#client/data/create-services.ts';
import type { PartnerFiles } from '#client/data/partner-files.ts';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { toyFiles, toyPartner } from './toy-form.ts';

// The first test of a file loads the screens' modules.
configure({ asyncUtilTimeout: 5_000 });

type Story = {
  /** Where the browser is, with what a screen before it handed over. */
  readonly path: string;
  readonly state?: unknown;
  readonly isSignedIn?: boolean;
  readonly server?: FakeServer;
  readonly files?: PartnerFiles;
};

/** Starts the whole client at an address, over the toy form and a server in memory. */
export async function renderApp({
  path,
  state = null,
  isSignedIn = false,
  server = createFakeServer(),
  files = toyFiles(),
}: Story) {
  const seen: Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>[] = [];
  const at = () => seen.at(-1) ?? { pathname: '', search: '', hash: '', state: null };
  const session = { isSignedIn };
  const services = createServices({
    fetch: server.fetch,
    files,
    partner: toyPartner,
    isSignedIn: () => session.isSignedIn,
    now: () => new Date('2026-03-01T12:00:00Z'),
    nonce: 'test',
  });
  function Witness() {
    const location = useLocation();
    useLayoutEffect(() => void seen.push(location), [location]);
    return null;
  }
  const [pathname = '', search = ''] = path.split('?');
  // Screens suspend until they are loaded; React wants a test to wait for that.
  await act(async () =>
    render(
      <MemoryRouter initialEntries={[{ pathname, search: search === '' ? '' : `?${search}`, state }]}>
        <App services={services} />
        <Witness />
      </MemoryRouter>,
    ),
  );
  return {
    server,
    session,
    user: userEvent.setup(),
    address: () => at().pathname + at().search + at().hash,
    handedOver: () => at().state,
  };
}
