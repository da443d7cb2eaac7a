import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App, loadScreens } from './App.tsx';
import { ErrorScreen } from './ui/ErrorBoundary.tsx';
import { prepareToastStyles } from './ui/toast/toast-styles.ts';
import { createServices } from './api/create-services.ts';
import { createDrafts } from './saving/drafts.ts';
import { loadBrowserKey } from './saving/draft-cipher.ts';
import { createPageLocks, type DraftBrowser } from './saving/draft-storage.ts';
import { readPageSettings, hasSessionCookie, sessionMark } from './api/page-settings.ts';
import { reloadOnNewerBuild } from './api/newer-build.ts';
import { createTakePrefetched } from './api/call.ts';
import { createPartnerFiles } from './api/partner-files.ts';
import { createOtherTabs } from './api/other-tabs.ts';
import { languageOf, setLanguage } from '#texts/language.ts';
// The heading font; each range of characters loads on demand.
import '@fontsource/source-serif-4/600.css';
import './theme/tokens.css';
import './theme/base.css';
import './ui/first-paint.css';
import './ui/ui.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
const screen = createRoot(root);
const now = (): Date => new Date();
reloadOnNewerBuild(window, Date.now);

// No top-level await: when bundled into one file, the screens wait for this module.
createClient().then(
  (client) => screen.render(client),
  (error: unknown) => {
    console.error(error);
    screen.render(<ErrorScreen onRetry={() => window.location.reload()} />);
  },
);

/** Creates the client for the page's partner. */
async function createClient(): Promise<ReactNode> {
  const settings = readPageSettings(document);
  prepareToastStyles(document, settings.nonce);
  const files = createPartnerFiles(settings.partner);
  const stores = { tab: () => window.sessionStorage, browser: () => window.localStorage };
  const locking = draftBrowser(stores.browser);
  const loadKey = window.isSecureContext ? loadBrowserKey : undefined;
  const drafts = createDrafts({ ...stores, locking, loadKey, now });
  const [partner] = await Promise.all([
    files.partner(),
    loadScreens(window.location.pathname, files),
    drafts.visitor.load(),
  ]);
  setLanguage(languageOf(partner));
  const services = createServices({
    fetch: (input, init) => window.fetch(input, init),
    takePrefetched: createTakePrefetched(window),
    files,
    partner,
    isSignedIn: () => hasSessionCookie(document.cookie, settings.cookiePrefix),
    sessionMark: () => sessionMark(document.cookie, settings.cookiePrefix),
    dropSession: () => {
      const secure = location.protocol === 'https:' ? '; secure' : '';
      document.cookie = `${settings.cookiePrefix}_signed_in=; path=/; max-age=0${secure}`;
    },
    drafts,
    otherTabs: createOtherTabs(new BroadcastChannel('matricula')),
    now,
    nonce: settings.nonce,
    nextDeadline: settings.nextDeadline,
  });
  return (
    <StrictMode>
      <BrowserRouter>
        <App services={services} />
      </BrowserRouter>
    </StrictMode>
  );
}

/** Requires a secure context for encryption, and Web Locks (browsers from 2022). */
function draftBrowser(store: DraftBrowser['store']): DraftBrowser | undefined {
  if (!window.isSecureContext || !('locks' in navigator)) return undefined;
  return {
    store,
    locks: createPageLocks(navigator.locks),
    onWritten: (listener, signal) =>
      window.addEventListener('storage', ({ key, newValue }) => newValue && key && listener(key), { signal }),
  };
}
