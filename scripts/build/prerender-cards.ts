import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { CARD_KEYS } from '#form/definition/account-cards.ts';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';
import { projectRoot } from '../run-tool.ts';

const PARTNERS = path.join(projectRoot, 'src/generated/partners');

/** Draws the cards of each partner, and writes partner → card → markup next to the list of the client's files. */
export async function prerenderCards(folder: string): Promise<void> {
  const environment = process.env['NODE_ENV'];
  const vite = await createServer({
    root: projectRoot,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, entries: [] },
  });
  try {
    const client = await vite.ssrLoadModule('/src/client/prerendered-card.tsx');
    const prerendered: Record<string, Record<string, string>> = {};
    for (const { name: partner } of partnerFolders()) {
      const files = await compiledFiles(partner);
      const cards: Record<string, string> = {};
      for (const card of Object.keys(CARD_KEYS)) {
        cards[card] = await client['prerenderCard'](card, files);
      }
      prerendered[partner] = cards;
    }
    writeFileSync(path.join(folder, '.vite/cards.json'), JSON.stringify(prerendered));
  } finally {
    await vite.close();
    // Vite's server makes of this process one for development, which builds larger and serves slower.
    if (environment === undefined) delete process.env['NODE_ENV'];
  }
}

function partnerFolders() {
  return readdirSync(PARTNERS, { withFileTypes: true }).filter((each) => each.isDirectory());
}

/** What was compiled for a partner, as the client loads it. */
async function compiledFiles(partner: string) {
  const compiled = await loadQuestionnaire(path.join(PARTNERS, partner));
  return {
    partner: async () => compiled.partner,
    cards: async () => compiled.cards,
    form: async () => compiled.definition,
    validator: async (name: string) => compiled.cardValidators[name.replace('card-', '')],
  };
}
