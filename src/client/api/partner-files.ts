import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import { RequestError } from './call.ts';
import { say, errorTexts } from '#texts/say.ts';

/** Files compiled for one partner, each loaded when first needed. */
export type PartnerFiles = {
  readonly partner: () => Promise<PartnerSettings>;
  readonly cards: () => Promise<Readonly<Record<string, CardDefinition>>>;
  readonly form: () => Promise<FormDefinition>;
  /** The validator of a page or, as `card-<card>`, of a card. */
  readonly validator: (name: string) => Promise<StandaloneValidator>;
};

const ROOT = '/src/generated/partners';
const partners = import.meta.glob<PartnerSettings>('/src/generated/partners/*/partner.json', {
  import: 'default',
});
const cards = import.meta.glob<Readonly<Record<string, CardDefinition>>>(
  '/src/generated/partners/*/cards.json',
  { import: 'default' },
);
/** Addresses: the largest of the files is data, which a browser reads in less time as such than inside a script. */
const forms = import.meta.glob<string>('/src/generated/partners/*/form.json', {
  eager: true,
  query: '?url',
  import: 'default',
});
const validators = import.meta.glob<StandaloneValidator>('/src/generated/partners/*/validators/*.js', {
  import: 'validate',
});

/** What of a window is needed to fetch. */
type Page = Pick<EventTarget, 'dispatchEvent'> & { readonly fetch: (address: string) => Promise<Response> };

/** Loads a partner's files by its name in schemas/partners. */
export function createPartnerFiles(partner: string): PartnerFiles {
  const definitions = Object.entries(forms).map(
    ([file, address]) => [file, () => fetchPartnerFile<FormDefinition>(window, address)] as const,
  );
  const folder = `${ROOT}/${partner}`;
  return {
    partner: () => loadPartnerFile(partners, `${folder}/partner.json`),
    cards: () => loadPartnerFile(cards, `${folder}/cards.json`),
    form: () => loadPartnerFile(Object.fromEntries(definitions), `${folder}/form.json`),
    validator: (name) =>
      import.meta.hot
        ? loadNewest<StandaloneValidator>(`${folder}/validators/${name}.js`, 'validate')
        : loadPartnerFile(validators, `${folder}/validators/${name}.js`),
  };
}

/** Loads a built file. @throws RequestError `unreachable` when it cannot be loaded; Error when it was not built */
export async function loadPartnerFile<File>(
  files: Readonly<Record<string, () => Promise<File>>>,
  path: string,
): Promise<File> {
  const file = files[path];
  if (!file) {
    throw new Error(
      `${path} was not built; built are: ${Object.keys(files).join(', ') || 'none'}. Run npm run generate, and check PARTNER.`,
    );
  }
  try {
    return await file();
  } catch {
    // The browser has printed the address and the cause.
    throw new RequestError('unreachable', say(errorTexts.unreachable));
  }
}

/** Fetches built JSON. Reports failure as Vite does that of a script, so that a newer build is noticed. @throws Error */
export async function fetchPartnerFile<File>(page: Page, address: string): Promise<File> {
  try {
    const response = await page.fetch(address);
    if (!response.ok) throw new Error(`${address} returned ${response.status}.`);
    return await response.json();
  } catch (error) {
    page.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    throw error;
  }
}

/** Loads an export again in `npm run dev`, past the browser's cache of modules. */
async function loadNewest<Value>(path: string, name: string): Promise<Value> {
  const module: Readonly<Record<string, Value>> = await import(/* @vite-ignore */ `${path}?t=${Date.now()}`);
  const value = module[name];
  if (value === undefined) throw new Error(`${path} exports no "${name}".`);
  return value;
}
