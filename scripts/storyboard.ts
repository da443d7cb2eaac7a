import { languageOfSettings, type Questionnaire } from '#server/settings/questionnaire.ts';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setLanguage } from '#texts/language.ts';
import { buildOrPrintFault } from './build.ts';
import { runScript } from './command/run-command.ts';
import { openCamera } from './pictures/camera.ts';
import { partnersFolder, projectRoot } from './run-tool.ts';
import { cardFigures } from './storyboard/card-figures.ts';
import { dialogFigures } from './storyboard/dialog-figures.ts';
import { drawFigures, type Figure } from './storyboard/figure.ts';
import { mailFigures } from './storyboard/mail-figures.ts';
import { messageFigures } from './storyboard/message-figures.ts';
import { screenFigures } from './storyboard/screen-figures.ts';
import { stateFigures } from './storyboard/state-figures.ts';
import { storyboardPage } from './storyboard/storyboard-page.ts';

const USAGE = `npm run storyboard [-- --partner <partner>] [--only <page or part>] [--out var/storyboard]

Draws one page with every section in every state, for each partner or for one.`;

type Wanted = {
  readonly partner: string;
  /** Folder of the file. */
  readonly out: string;
  /** The beginning of the anchors of a part: the id of a page, `card`, `dialog`, `mail`, `print` or `screen`. */
  readonly only?: string | undefined;
  /** Folder of a project that is built. Default: this one. */
  readonly project?: string;
};

/** What `--only` takes beside the ids of pages. */
const PARTS = ['card', 'dialog', 'mail', 'print', 'screen'];

/** Draws the storyboard of one partner. @returns the file, and how much is in it */
export async function makeStoryboard({ partner, out, only, project = projectRoot }: Wanted) {
  const now = new Date();
  const camera = await openCamera({ project, partner });
  try {
    const { questionnaire } = camera;
    setLanguage(languageOfSettings(questionnaire.partner));
    const figures = await drawFigures(await figuresOf(questionnaire, now, only), camera);
    const pictures = figures.flatMap((figure) => [figure.pictures?.desktop, figure.pictures?.phone]);
    const count = pictures.filter((picture) => picture !== undefined).length;
    const title = `Storyboard: ${String(questionnaire.partner['name'])}`;
    const note = `${figures.length} states in ${count} pictures, made on ${now.toISOString().slice(0, 10)}.`;
    mkdirSync(out, { recursive: true });
    const file = path.join(out, `${partner}.html`);
    writeFileSync(file, storyboardPage({ title, note, figures }));
    return { file, states: figures.length, pictures: count };
  } finally {
    await camera.close();
  }
}

async function figuresOf(
  questionnaire: Questionnaire,
  now: Date,
  only: string | undefined,
): Promise<readonly Figure[]> {
  const { definition } = questionnaire;
  const all = [
    ...(await stateFigures(questionnaire, now)),
    ...(await messageFigures(questionnaire, now)),
    ...screenFigures(definition, now),
    ...cardFigures(questionnaire),
    ...(await dialogFigures(definition, now)),
    // They take a database.
    ...(only === undefined || only === 'mail' ? await mailFigures(questionnaire, now) : []),
  ];
  return only === undefined
    ? all
    : all.filter(({ anchor }) => anchor === only || anchor.startsWith(`${only}.`));
}

async function drawAll({ partner, out, only }: Omit<Wanted, 'partner'> & { partner?: string | undefined }) {
  const folders = readdirSync(partnersFolder, { withFileTypes: true }).filter((each) => each.isDirectory());
  const known = folders.map(({ name }) => name);
  if (partner !== undefined && !known.includes(partner)) {
    console.error(`There is no partner "${partner}": ${known.join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  for (const name of partner === undefined ? known : [partner]) {
    const started = performance.now();
    const { file, states, pictures } = await makeStoryboard({ partner: name, out, only });
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${states} states in ${pictures} pictures are in ${file} (${seconds} s).`);
    if (states > 0) continue;
    console.error(`Nothing in it is called "${only}": name a page by its id, or ${PARTS.join(', ')}.`);
    process.exitCode = 1;
  }
}

async function storyboard(): Promise<void> {
  const { values } = parseArgs({
    options: {
      partner: { type: 'string' },
      out: { type: 'string', default: path.join('var', 'storyboard') },
      only: { type: 'string' },
    },
  });
  if (await buildOrPrintFault()) await drawAll(values);
}

if (import.meta.main) await runScript(USAGE, storyboard);
