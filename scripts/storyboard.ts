import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildOrPrintFault } from './build.ts';
import { openCamera } from './pictures/camera.ts';
import { projectRoot } from './run-tool.ts';
import { setOwnTexts } from '#texts/say.ts';
import { ownTextsOf } from '#server/questionnaire.ts';
import { cardFigures } from './storyboard/card-figures.ts';
import { mailFigures } from './storyboard/mail-figures.ts';
import { messageFigures } from './storyboard/message-figures.ts';
import { screenFigures } from './storyboard/screen-figures.ts';
import { dialogFigures } from './storyboard/dialog-figures.ts';
import { drawFigures } from './storyboard/figure.ts';
import { stateFigures } from './storyboard/state-figures.ts';
import { storyboardPage } from './storyboard/storyboard-page.ts';

type Wanted = {
  readonly partner: string;
  readonly out: string;
  /** Folder of a project that is built. Default: this one. */
  readonly project?: string;
};

/** Draws the storyboard of one partner. @returns the file, and how many pictures are in it */
export async function makeStoryboard({ partner, out, project = projectRoot }: Wanted) {
  const now = new Date();
  const camera = await openCamera({ project, partner });
  try {
    const { definition, partner: settings } = camera.questionnaire;
    setOwnTexts(ownTextsOf(camera.questionnaire));
    const wanted = [
      ...(await stateFigures(definition, now)),
      ...(await messageFigures(camera.questionnaire, now)),
      ...screenFigures(definition, now),
      ...cardFigures(camera.questionnaire),
      ...(await dialogFigures(definition, now)),
      ...(await mailFigures(camera.questionnaire, now)),
    ];
    const figures = await drawFigures(wanted, camera);
    const pictures = figures.flatMap((figure) => [figure.pictures?.desktop, figure.pictures?.phone]);
    const count = pictures.filter((picture) => picture !== undefined).length;
    const title = `Storyboard: ${String(settings['name'])}`;
    const note = `${figures.length} states in ${count} pictures, made on ${now.toISOString().slice(0, 10)}.`;
    mkdirSync(out, { recursive: true });
    const file = path.join(out, `${partner}.html`);
    writeFileSync(file, storyboardPage({ title, note, figures }));
    return { file, states: figures.length, pictures: count };
  } finally {
    await camera.close();
  }
}

/** `npm run storyboard`: one page that shows every section in every state, for each partner or for `--partner`. */
if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      partner: { type: 'string', default: 'default' },
      out: { type: 'string', default: 'storyboard' },
    },
  });
  const started = performance.now();
  if (await buildOrPrintFault()) {
    const { file, states, pictures } = await makeStoryboard(values);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${states} states in ${pictures} pictures are in ${file} (${seconds} s).`);
  }
}
