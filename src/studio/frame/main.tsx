import { createRoot } from 'react-dom/client';
import { createDrafts } from '#client/saving/drafts.ts';
import { prepareToastStyles } from '#client/ui/toast/toast-styles.ts';
import { createServices } from '#client/api/create-services.ts';
import { readPageSettings } from '#client/api/page-settings.ts';
import { createPartnerFiles } from '#client/api/partner-files.ts';
import type { FormState } from '#form/definition/definition.ts';
import { languageOf, setLanguage } from '#texts/language.ts';
import { FormFrame } from './FormFrame.tsx';
import { createInventedAccount } from './invented-account.ts';
import { announceChosen } from './messages.ts';
import '#client/theme/tokens.css';
import '#client/theme/base.css';
import '#client/ui/first-paint.css';
import '#client/ui/ui.css';

/** A form that nobody touches for long logs out; in the studio one is looked at. */
const AWAKE_MS = 60_000;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root".');
const settings = readPageSettings(document);
prepareToastStyles(document, settings.nonce);
const files = createPartnerFiles(settings.partner);
const partner = await files.partner();
setLanguage(languageOf(partner));
const now = (): Date => new Date();

/** As the page of a student has them, but for what would be sent or kept: real accounts are not touched. */
function servicesFor(state: FormState) {
  return createServices({
    fetch: createInventedAccount(state, (input, init) => window.fetch(input, init)),
    sendForm: () => Promise.reject(new Error('The studio sends no files.')),
    files,
    partner,
    isSignedIn: () => true,
    drafts: createDrafts({
      tab: keepNothing,
      browser: keepNothing,
      locking: undefined,
      loadKey: undefined,
      now,
    }),
    otherTabs: { post() {}, listen: () => () => {} },
    now,
    nonce: settings.nonce,
  });
}

function keepNothing(): never {
  throw new Error('The studio keeps nothing.');
}

announceChosen();
setInterval(() => document.dispatchEvent(new Event('mousemove')), AWAKE_MS);
createRoot(root).render(<FormFrame createServices={servicesFor} />);
