import { type Browser, chromium, type Page } from 'playwright-core';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import type { Question } from '#form/definition/definition.ts';
import { chromiumLaunch } from '#test/support/chromium.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { type DevServer, startDevServer } from '#test/support/dev-server.ts';
import type { Figure } from './figure.ts';
import { median } from './median.ts';

/** The first ones come while the compilers are new, and do not count. */
const [FIRST_ROUNDS, ROUNDS] = [2, 5];
/** Between two edits somebody looks at the page: the proof and the restart of the server are over. */
const LOOK_MS = 3000;

/**
 * From saving a file in schemas/ to seeing the change, or its fault, in a page that is open: `npm run dev` on a copy
 * of the project. Beside what to load the page again takes by itself.
 */
export async function benchEdit(): Promise<readonly Figure[]> {
  const dev = await startDevServer(PROJECT_PATHS.schemasFolder);
  const browser = await chromium.launch(chromiumLaunch());
  try {
    return await measure(dev, browser);
  } finally {
    await browser.close();
    await dev.stop();
  }
}

async function measure(dev: DevServer, browser: Browser): Promise<readonly Figure[]> {
  const [form] = readForm().pages;
  const question = Object.values(form?.questions ?? {}).find(({ widget }) => widget === 'text');
  if (!form || !question) throw new Error('The first page asks for no text.');
  const page = await browser.newPage();
  await page.goto(dev.url + form.path);
  await page.getByText(question.label).first().waitFor();
  const file = `schemas/pages/${form.id}.schema.json`;
  const original = dev.read(file);
  const edits: number[] = [];
  const faults: number[] = [];
  const loads: number[] = [];
  for (let round = 0; round < FIRST_ROUNDS + ROUNDS; round += 1) {
    const title = `${question.label} ${round}`;
    const edit = await timeTo(page, title, () => dev.write(file, withTitle(original, question, title)));
    const fault = await timeTo(page, 'faults? in the questionnaire', () =>
      dev.write(file, original.replace('"title"', '"tile"')),
    );
    dev.write(file, withTitle(original, question, title));
    await page.waitForTimeout(LOOK_MS);
    const load = await timeTo(page, title, () => page.reload({ waitUntil: 'commit' }));
    if (round < FIRST_ROUNDS) continue;
    edits.push(edit);
    faults.push(fault);
    loads.push(load);
  }
  const baselines = [{ name: 'to load the page again', value: median(loads) }];
  const target = { kind: 'atMost', limit: 1000 } as const;
  return [
    { name: 'a file saved, until the page shows it', value: median(edits), unit: 'ms', baselines, target },
    { name: 'a fault saved, until the page shows it', value: median(faults), unit: 'ms', baselines, target },
  ];
}

function withTitle(file: string, { label }: Question, title: string): string {
  return file.replace(JSON.stringify(label), JSON.stringify(title));
}

/** Milliseconds from the beginning of `act` until a text that matches is in sight. */
async function timeTo(page: Page, text: string, act: () => unknown): Promise<number> {
  const started = performance.now();
  await act();
  await page.getByText(new RegExp(text)).first().waitFor();
  const took = performance.now() - started;
  await page.waitForTimeout(LOOK_MS);
  return took;
}
