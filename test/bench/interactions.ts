import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { optionsOf } from '../../src/form/answers/option-lists.ts';
import { visibleQuestions } from '../../src/form/answers/visible-questions.ts';
import type { FormDefinition, PageDefinition } from '../../src/form/definition/definition.ts';
import { tabGroupsOf } from '../../src/form/definition/form-part.ts';
import { controlsOf } from '../e2e/question-box.ts';
import { wordedAnswers } from '../support/question-controls.ts';
import { tabOf } from '../e2e/fill-page.ts';
import type { Figure } from './figure.ts';
import { freeTextKey } from './free-text-key.ts';
import { percentile } from './percentile.ts';
import { type Cookies, PHONE, PHONE_SLOWDOWN } from './phone-load.ts';

const ROUNDS = 5;
const KEYS = 10;
/** Time in milliseconds for effects of scrolling and focus to finish. */
const SETTLE_MS = 500;
/** Duration of a tap in milliseconds. */
const TAP_MS = 80;
/** One per round of each interaction, since each needs an unanswered question. */
export const INTERACTION_STUDENTS = 3 * ROUNDS;

type Interaction = {
  readonly name: string;
  readonly path: string;
  readonly act: (page: Page) => Promise<void>;
};

/**
 * Measures interaction to next paint (INP) on a phone-like CPU: the slowest of each round, as in INP.
 *
 * @param students {@link INTERACTION_STUDENTS} with empty applications
 */
export async function interactions(
  browser: Browser,
  form: FormDefinition,
  url: string,
  students: readonly Cookies[],
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [index, { name, path, act }] of [key(form), choice(form), tab(form)].entries()) {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext(PHONE);
      await context.addCookies(students[index * ROUNDS + round] ?? []);
      const page = await context.newPage();
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
      rounds.push(await slowest(page, act));
      await context.close();
    }
    figures.push({
      name: `INP of ${name}, processor ${PHONE_SLOWDOWN} times slower`,
      value: percentile(rounds, 0.5),
      unit: 'ms',
      baselines: [],
      target: { kind: 'atMost', limit: 50 },
    });
  }
  return figures;
}

/** Returns the slowest interaction of `act` in milliseconds, in the browser's steps of 8. */
async function slowest(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE_SLOWDOWN });
  const watch = await page.evaluateHandle(watchInteractions);
  await act(page);
  await watch.evaluate(({ endWithKey }) => endWithKey());
  await page.keyboard.press('Shift');
  return watch.evaluate(({ slowest: found }) => found);
}

/** Runs in the page: records event timings from now on. */
function watchInteractions() {
  const listed: PerformanceEntry[] = [];
  const { promise, resolve } = Promise.withResolvers<number>();
  let end = Infinity;
  const watch = new PerformanceObserver((list) => {
    listed.push(...list.getEntries());
    const before = listed.filter(({ startTime }) => startTime < end);
    if (before.length < listed.length) resolve(Math.max(0, ...before.map(({ duration }) => duration)));
  });
  // By default entries under 104 ms are omitted.
  const shortToo = { type: 'event', durationThreshold: 16 };
  watch.observe(shortToo);
  return {
    /** Entries arrive in order: once a later key press is listed, all are. */
    endWithKey: async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      end = performance.now();
      window.addEventListener('keydown', ({ timeStamp }) => {
        while (performance.now() < timeStamp + 50);
        document.body.style.outline = 'solid';
      });
    },
    slowest: promise,
  };
}

function key(form: FormDefinition): Interaction {
  const typed = freeTextKey();
  return {
    name: 'a key',
    path: pageOf(form, ({ questions }) => typed in questions).path,
    act: async (page) => {
      const box = page.locator(`[data-question="${typed}"] input`);
      await box.focus();
      await pause(SETTLE_MS);
      for (let each = 0; each < KEYS; each += 1) await page.keyboard.press('a', { delay: 50 });
    },
  };
}

/** Returns the choice that shows the most questions. */
function choice(form: FormDefinition): Interaction {
  const now = new Date();
  const empty = { answers: {}, tabs: {}, counts: {} };
  const choices = visibleQuestions(form, empty)
    .filter(({ widget }) => widget === 'radio')
    .flatMap((question) =>
      optionsOf(form, question, { answers: {}, now }).map(({ value }) => {
        const answers = { [question.key]: value };
        return { question, answers, shown: visibleQuestions(form, { ...empty, answers }).length };
      }),
    );
  const [most] = choices.toSorted((a, b) => b.shown - a.shown);
  if (!most) throw new Error('The form has no choice.');
  return {
    name: 'a choice that shows more questions',
    path: pageOf(form, ({ id }) => id === most.question.page).path,
    act: async (page) => {
      for (const { key: name, worded } of wordedAnswers({ form, now, ...most })) {
        await tap(radioOf(page, name, worded.label).locator('..'));
      }
    },
  };
}

function radioOf(page: Page, name: string, label: string): Locator {
  return controlsOf(page, name).and(page.getByRole('radio', { name: label, exact: true }));
}

/** Taps like a finger, with a pause that shows the pressed state. */
async function tap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await pause(SETTLE_MS);
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const session = await target.page().context().newCDPSession(target.page());
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await pause(TAP_MS);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

function tab(form: FormDefinition): Interaction {
  const [group] = tabGroupsOf(form);
  const other = group?.tabs.find(({ id }) => id !== group.defaultTab);
  if (!group || !other) throw new Error('The form has no tabs.');
  return {
    name: 'a tab',
    path: pageOf(form, (page) => tabGroupsOf(page).includes(group)).path,
    act: (page) => tap(tabOf(page, group, other.id)),
  };
}

function pageOf(form: FormDefinition, is: (page: PageDefinition) => boolean): PageDefinition {
  const page = form.pages.find(is);
  if (!page) throw new Error('No page of the form contains it.');
  return page;
}
