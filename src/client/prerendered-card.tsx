import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import type { CardId } from '#form/definition/account-cards.ts';
import { languageOf, setLanguage } from '#texts/language.ts';
import { App, loadScreens } from './App.tsx';
import { createDrafts } from './saving/drafts.ts';
import { createServices } from './api/create-services.ts';
import type { PartnerFiles } from './api/partner-files.ts';

/**
 * Renders a card's initial markup, for the build.
 * Visible before any script loads (decision 4).
 *
 * @param files of the partner
 * @throws Error if the screen needs a browser
 */
export async function prerenderCard(id: CardId, files: PartnerFiles): Promise<string> {
  const partner = await files.partner();
  setLanguage(languageOf(partner));
  await loadScreens(`/${id}`, files);
  const services = createServices({
    fetch: refuse,
    files,
    partner,
    isSignedIn: () => false,
    sessionMark: () => '',
    dropSession() {},
    drafts: createDrafts({ tab: noStore, browser: noStore, locking: undefined, loadKey: undefined, now }),
    otherTabs: { post() {}, listen: () => () => {} },
    now,
    nonce: '',
    // Filled in by the server.
    nextDeadline: '__DEADLINE__',
  });
  const markup = renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/${id}`]}>
      <App services={services} />
    </MemoryRouter>,
  );
  // React silently renders the fallback when a screen throws.
  if (!markup.includes('<h1')) throw new Error(`The card /${id} cannot be rendered without a browser.`);
  return markup;
}

/** Rejects calls during prerendering. */
async function refuse(): Promise<never> {
  throw new Error('A screen that is prerendered calls the server.');
}

const now = (): Date => new Date();

function noStore(): never {
  throw new Error('There is no browser that could store anything.');
}
