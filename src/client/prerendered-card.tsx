import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import type { CardId } from '#form/definition/account-cards.ts';
import { languageOf, setLanguage } from '#texts/language.ts';
import { App, loadScreens } from './App.tsx';
import { createDrafts } from './saving/drafts.ts';
import { createServices } from './api/create-services.ts';
import type { PartnerFiles } from './api/partner-files.ts';

/**
 * The screen of a card as it begins, as markup: for the build, which puts it into the page, so that it is seen before
 * any script has come (decision 4).
 *
 * @param files of the partner
 * @throws Error where the screen cannot be rendered without a browser
 */
export async function prerenderCard(id: CardId, files: PartnerFiles): Promise<string> {
  const partner = await files.partner();
  setLanguage(languageOf(partner));
  await loadScreens(`/${id}`, files);
  const services = createServices({
    fetch: refuse,
    sendForm: refuse,
    files,
    partner,
    isSignedIn: () => false,
    drafts: createDrafts({ tab: noStore, browser: noStore, locking: undefined, loadKey: undefined, now }),
    otherTabs: { post() {}, listen: () => () => {} },
    now,
    nonce: '',
  });
  const markup = renderToStaticMarkup(
    <MemoryRouter initialEntries={[`/${id}`]}>
      <App services={services} />
    </MemoryRouter>,
  );
  // React renders the spinner in the place of a screen that throws, and does not say so.
  if (!markup.includes('<h1')) throw new Error(`The card /${id} cannot be rendered without a browser.`);
  return markup;
}

/** Prerendering calls no server. */
async function refuse(): Promise<never> {
  throw new Error('A screen that is prerendered calls the server.');
}

const now = (): Date => new Date();

function noStore(): never {
  throw new Error('There is no browser that could store anything.');
}
