import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './App.tsx';
import { createServices } from './data/create-services.ts';
import { readPageSettings } from './data/page-settings.ts';
import { createPartnerFiles } from './data/partner-files.ts';
import { isSignedIn } from './data/session.ts';
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

  const services = createServices({
    fetch: (input, init) => window.fetch(input, init),
    files,
    partner,
    isSignedIn: () => isSignedIn(document.cookie, settings.cookiePrefix),
    now: () => new Date(),
    nonce: settings.nonce,
  });
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with the id "root".');
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <App services={services} />
      </BrowserRouter>
    </StrictMode>,
  );
}

void start();
