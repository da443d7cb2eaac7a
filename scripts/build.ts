import { existsSync, readFileSync, writeFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fingerprint } from './build/fingerprint.ts';
import { formatFaults } from '#compiler/source/fault.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { compressAssets } from './build/compress-assets.ts';
import { runScript } from './run-script.ts';
import { generate } from './generate.ts';
import { projectRoot, runTool } from './run-tool.ts';
import { CARD_KEYS } from '#form/definition/account-cards.ts';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';

const USAGE = `npm run build

Compiles schemas/ and builds the page into dist/, each only where something changed.`;

/** Inputs of the client build, including the compiled questionnaire. */
const CLIENT_INPUTS = [
  'index.html',
  'vite.config.ts',
  'src/server/http/index-page.ts',
  'scripts/build/client-files.ts',
  'scripts/build/compress-assets.ts',
  'scripts/build.ts',
  'src/client',
  'src/form',
  'src/generated',
  'src/texts',
  'package-lock.json',
];
const CLIENT_FOLDER = path.join(projectRoot, 'dist');
/** Inside the folder, so that emptying the folder invalidates it. */
const CLIENT_STAMP = path.join(CLIENT_FOLDER, '.stamp');

/** A failed build; the message is for the console. */
class BuildError extends Error {}

/**
 * Compiles `schemas/` if changed since the last run.
 *
 * @returns whether anything was done, like each step
 * @throws BuildError with the faults
 */
async function compileQuestionnaire(): Promise<boolean> {
  const generated = await generate(PROJECT_PATHS, () => console.log('Compiling the questionnaire …'));
  if (generated.kind === 'refused') {
    throw new BuildError(`${formatFaults(generated.faults)}\nThe questionnaire was not compiled.`);
  }
  return generated.kind === 'generated';
}

async function buildClient(): Promise<boolean> {
  const stamp = fingerprint(projectRoot, CLIENT_INPUTS);
  if (existsSync(CLIENT_STAMP) && readFileSync(CLIENT_STAMP, 'utf8') === stamp) return false;
  console.log('Building the client …');
  const building = runTool(['vite', 'build']);
  const cards = prerenderCards();
  // What is wrong with a module fails the build, too, which names it better.
  cards.catch(() => undefined);
  const { isFine, output } = await building;
  if (!isFine) throw new BuildError(`${output}\nThe client was not built.`);
  writeFileSync(path.join(CLIENT_FOLDER, '.vite/cards.json'), JSON.stringify(await cards));
  await compressAssets(CLIENT_FOLDER);
  // Written last, so that an interrupted build is not taken for complete.
  writeFileSync(CLIENT_STAMP, stamp);
  return true;
}

async function timedStep(done: string, step: () => Promise<boolean>): Promise<void> {
  const started = performance.now();
  if (!(await step())) return;
  console.log(`${done} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/**
 * Updates the compiled questionnaire and the client in `dist`, and prints the steps it ran, or why it cannot; for
 * scripts that begin with a build. @returns whether it succeeded
 */
export async function buildOrPrintError(): Promise<boolean> {
  try {
    await timedStep('Compiled the questionnaire', compileQuestionnaire);
    await timedStep('Built the client', buildClient);
    return true;
  } catch (fault) {
    if (!(fault instanceof BuildError)) throw fault;
    console.error(fault.message);
    process.exitCode = 1;
    return false;
  }
}

const PARTNERS = path.join(projectRoot, 'src/generated/partners');

/** Prerenders each partner's cards. @returns partner → card → markup */
async function prerenderCards(): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>> {
  // Loaded on demand: starting a built project does not need it.
  const { createServer } = await import('vite');
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
    const folders = readdirSync(PARTNERS, { withFileTypes: true });
    for (const { name: partner } of folders.filter((each) => each.isDirectory())) {
      const files = await compiledFiles(partner);
      const cards: Record<string, string> = {};
      for (const card of Object.keys(CARD_KEYS)) {
        cards[card] = await client['prerenderCard'](card, files);
      }
      prerendered[partner] = cards;
    }
    return prerendered;
  } finally {
    await vite.close();
    // Vite's server sets NODE_ENV to development, which makes builds larger and slower.
    if (environment === undefined) delete process.env['NODE_ENV'];
  }
}

/** Loads a partner's compiled files as the client does. */
async function compiledFiles(partner: string) {
  const compiled = await loadQuestionnaire(path.join(PARTNERS, partner));
  return {
    partner: async () => compiled.partner,
    cards: async () => compiled.cards,
    form: async () => compiled.definition,
    validator: async (name: string) => compiled.cardValidators[name.replace('card-', '')],
  };
}

if (import.meta.main) {
  await runScript(USAGE, async () => {
    parseArgs();
    await buildOrPrintError();
  });
}
