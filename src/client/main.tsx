import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { App } from './App.tsx';
import { createServices } from './data/create-services.ts';
import { readPageSettings } from './data/page-settings.ts';
import { createPartnerFiles } from './data/partner-files.ts';
import { SESSION_INVALID_MESSAGE } from './data/request-error.ts';
import { isSignedIn } from './data/session.ts';
import { routes } from './routes.tsx';
import './theme/tokens.css';
import './theme/base.css';
import { applyPartnerColors } from './theme/partner-colors.ts';

async function start(): Promise<void> {
  const settings = readPageSettings(document);
  // Read by the style library of the toasts.
  Reflect.set(window, '__nonce__', settings.nonce);
  const files = createPartnerFiles(settings.partner);
  const partner = await files.partner();
  applyPartnerColors(document, partner.colors);

  const router = createBrowserRouter(routes);
  const services = createServices({
    fetch: (input, init) => window.fetch(input, init),
    files,
    partner,
    isSignedIn: () => isSignedIn(document.cookie, settings.cookiePrefix),
    now: () => new Date(),
    nonce: settings.nonce,
    onUnauthorized: () => void leaveForLogIn(),
  });

  /** Several calls may find the session ended at once; the first one leaves. */
  let leaving: Promise<void> | undefined;
  async function leaveForLogIn(): Promise<void> {
    const { endSession } = await import('./screens/application/end-session.ts');
    leaving ??= endSession(
      services,
      (to, options) => router.navigate(to, options),
      SESSION_INVALID_MESSAGE,
    ).finally(() => {
      leaving = undefined;
    });
    await leaving;
  }

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with the id "root".');
  createRoot(root).render(
    <StrictMode>
      <App services={services} router={router} />
    </StrictMode>,
  );
}

void start();
