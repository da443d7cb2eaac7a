import type { CardDefinition, FormDefinition } from '#form/definition/definition.ts';
import type { StandaloneValidator } from '#form/validation/validator-errors.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import { RequestError } from './call.ts';
import { say, errorTexts } from '#texts/say.ts';

/** Compiled files of one partner, loaded on demand. */
export type PartnerFiles = {
  readonly partner: () => Promise<PartnerSettings>;
  readonly cards: () => Promise<Readonly<Record<string, CardDefinition>>>;
  readonly form: () => Promise<FormDefinition>;
  /** Loads the validator of a page or, as `card-<card>`, of a card. */
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
/** URLs: JSON parses faster than a script for the largest file. */
const forms = import.meta.glob<string>('/src/generated/partners/*/form.json', {
  eager: true,
  query: '?url',
  import: 'default',
});
const validators = import.meta.glob<StandaloneValidator>('/src/generated/partners/*/validators/*.js', {
  import: 'validate',
});

/** The window members used here. */
type Page = Pick<EventTarget, 'dispatchEvent'> & { readonly fetch: (address: string) => Promise<Response> };

/** Creates the loaders for a partner in schemas/partners. */
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

/** Loads a built file. @throws RequestError `unreachable` on failure; Error if not built */
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
    // The browser logged the address and cause.
    throw new RequestError('unreachable', say(errorTexts.unreachable));
  }
}

/** Fetches built JSON. Reports failures like Vite, to detect newer builds. @throws Error */
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

/** Reloads an export in `npm run dev`, bypassing the module cache. */
async function loadNewest<Value>(path: string, name: string): Promise<Value> {
  const module: Readonly<Record<string, Value>> = await import(/* @vite-ignore */ `${path}?t=${Date.now()}`);
  const value = module[name];
  if (value === undefined) throw new Error(`${path} exports no "${name}".`);
  return value;
}
