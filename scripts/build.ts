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

/** What the client is built from; the compiled questionnaire is part of it. */
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
/** Inside the folder, because whatever empties that must empty this too. */
const CLIENT_STAMP = path.join(CLIENT_FOLDER, '.stamp');

/** A build that failed; the message is for the console. */
export class BuildError extends Error {}

/**
 * Brings the compiled questionnaire and the client in `dist` up to date, and prints what it did:
 * nothing when nothing changed.
 *
 * @throws BuildError with what the failing step said
 */
export async function buildWhatChanged(): Promise<void> {
  await timedStep('Compiled the questionnaire', compileQuestionnaire);
  await timedStep('Built the client', buildClient);
}

/**
 * Compiles `schemas/` where it changed since the last time.
 *
 * @returns whether there was anything to do, like each step
 * @throws BuildError with what is wrong with the files
 */
async function compileQuestionnaire(): Promise<boolean> {
  const generated = await generate(PROJECT_PATHS, () => console.log('Compiling the questionnaire …'));
  if (generated.kind === 'refused') {
    throw new BuildError(`${formatFaults(generated.faults, 'schemas')}\nThe questionnaire was not compiled.`);
  }
  return generated.kind === 'generated';
}

async function buildClient(): Promise<boolean> {
  const stamp = fingerprint(projectRoot, CLIENT_INPUTS);
  if (existsSync(CLIENT_STAMP) && readFileSync(CLIENT_STAMP, 'utf8') === stamp) return false;
  console.log('Building the client …');
  const { isFine, output } = runTool(['vite', 'build']);
  if (!isFine) throw new BuildError(`${output}\nThe client was not built.`);
  await prerenderCards(CLIENT_FOLDER);
  await compressAssets(CLIENT_FOLDER);
  // Last: a build that is broken off must not look finished the next time.
  writeFileSync(CLIENT_STAMP, stamp);
  return true;
}

async function timedStep(done: string, step: () => Promise<boolean>): Promise<void> {
  const started = performance.now();
  if (!(await step())) return;
  console.log(`${done} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/** Builds, or prints why not; for the scripts that begin with a build. @returns whether it is built */
export async function buildOrPrintError(): Promise<boolean> {
  try {
    await buildWhatChanged();
    return true;
  } catch (fault) {
    if (!(fault instanceof BuildError)) throw fault;
    console.error(fault.message);
    process.exitCode = 1;
    return false;
  }
}

const PARTNERS = path.join(projectRoot, 'src/generated/partners');

/** Renders the cards of each partner, and writes partner → card → markup next to the list of the client's files. */
async function prerenderCards(folder: string): Promise<void> {
  // Loaded only to build: a start on a built tree needs none of it.
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

if (import.meta.main) {
  await runScript(USAGE, async () => {
    parseArgs();
    await buildOrPrintError();
  });
}
