import type { Page } from 'playwright-core';
import { FormModel } from '#compiler/formulas/form-model.ts';
import { comparisonsIn } from '#compiler/formulas/form-conditions.ts';
import { all } from '#compiler/solve/formula.ts';
import { solveWithFewest } from '#compiler/solve/solve.ts';
import { sectionStates } from '#compiler/states/section-states.ts';
import { completeApplication } from '#compiler/applicants/complete-application.ts';
import type { FormDefinition, FormState, Question } from '#form/definition/definition.ts';
import { allNodes, questionsOf, tabGroupsOf } from '#form/definition/form-part.ts';
import { ATTACHED, isDocumentQuestion } from '#form/documents/document-answers.ts';
import { say } from '#texts/say.ts';
import * as errorTexts from '#generated/texts/error.ts';
import * as fileTexts from '#generated/texts/file.ts';
import * as formTexts from '#generated/texts/form.ts';
import * as frameTexts from '#generated/texts/frame.ts';
import * as instanceTexts from '#generated/texts/instance.ts';
import * as sessionTexts from '#generated/texts/session.ts';
import type { Scene } from '../pictures/scene.ts';
import type { Figure } from './figure.ts';

const NOTHING: FormState = { answers: {}, tabs: {}, counts: {} };

/** A dialog: when it comes up, and how. */
type Opening = {
  readonly id: string;
  readonly caption: string;
  readonly path: string;
  readonly state: FormState;
  readonly calls?: Scene['calls'];
  readonly open: (page: Page) => Promise<unknown>;
};

/** The dialogs, each where the form has something that leads to it. */
export async function dialogFigures(definition: FormDefinition, now: Date): Promise<readonly Figure[]> {
  const openings = [
    ...frameDialogs(definition),
    idleDialog(definition),
    ...(await removalDialogs(definition, now)),
    ...(await clearingDialogs(definition, now)),
    ...(await documentDialogs(definition, now)),
    ...submitDialogs(definition, now),
  ];
  return openings.map(({ id, caption, path, state, calls, open }) => ({
    chapter: 'Dialogs',
    heading: 'Dialogs',
    caption,
    anchor: `dialog.${id}`,
    scene: { path, state, ...(calls ? { calls } : {}), clips: ['[role="dialog"]'], act: open },
  }));
}

function firstPath({ pages }: FormDefinition): string {
  return pages[0]?.path ?? '/';
}

function frameDialogs(definition: FormDefinition): readonly Opening[] {
  const buttons = { help: say(frameTexts.help), privacy: say(frameTexts.privacy) };
  return Object.entries(buttons).map(([id, name]) => ({
    id,
    caption: `“${name}” is chosen`,
    path: firstPath(definition),
    state: NOTHING,
    open: (page) => page.getByRole('button', { name, exact: true }).click(),
  }));
}

/** Longer than a student may do nothing, and shorter than until the log-out. */
const IDLE_MS = 14.5 * 60_000;

function idleDialog(definition: FormDefinition): Opening {
  return {
    id: 'idle',
    caption: 'Nothing was done for a while',
    path: firstPath(definition),
    state: NOTHING,
    open: async (page) => {
      await page.clock.install();
      await page.reload();
      await page.locator('.form-page').waitFor();
      await page.clock.fastForward(IDLE_MS);
      await page.getByText(say(sessionTexts.stillWorking)).waitFor();
    },
  };
}

async function removalDialogs(definition: FormDefinition, now: Date): Promise<readonly Opening[]> {
  const states = sectionStates(definition, now);
  const groups = definition.pages.flatMap(({ path, layout }) =>
    allNodes(layout).flatMap((node) => (node.kind === 'addAnother' ? [{ node, path }] : [])),
  );
  for (const { node, path } of groups) {
    const found = states.find(({ state: { counts, answers } }) =>
      node.instances[(counts[node.id] ?? 0) - 1]?.keys.some((key) => key in answers),
    );
    const title = found && node.instances[(found.state.counts[node.id] ?? 0) - 1]?.title;
    if (!found || title === undefined) continue;
    const name = say(instanceTexts.removeNamed, { title });
    const open = (page: Page) => page.getByRole('button', { name, exact: true }).click();
    return [{ id: 'remove', caption: `“${name}” is chosen`, path, state: found.state, open }];
  }
  return [];
}

/** A long text that is lost when the choice changes on which it depends. */
async function clearingDialogs(definition: FormDefinition, now: Date): Promise<readonly Opening[]> {
  const model = new FormModel(definition, now);
  for (const question of questionsOf(definition).values()) {
    const [decider] = comparisonsIn(question.visibleWhen).flatMap(
      ({ valueKey }) => model.questions.get(valueKey) ?? [],
    );
    if (!question.multiline || decider?.widget !== 'radio') continue;
    const solution = solveWithFewest([all([model.visible(question)])], model.laws);
    if (!solution) continue;
    const state = model.stateOf(solution);
    const text = 'Something that was written here and would be lost. '.repeat(6);
    const path = definition.pages.find(({ id }) => id === question.page)?.path ?? '/';
    return [
      {
        id: 'clear',
        caption: `“${question.fullLabel}” is written, and another answer to “${decider.fullLabel}” is chosen`,
        path,
        state: { ...state, answers: { ...state.answers, [question.key]: text } },
        open: async (page) => {
          const choices = page.locator(`[id="box-${decider.key}"] input:not(:checked)`);
          await choices.first().click({ force: true });
          await page.getByRole('dialog').waitFor();
        },
      },
    ];
  }
  return [];
}

/** A file that is deleted, and a tab with a file in it that is left. */
async function documentDialogs(definition: FormDefinition, now: Date): Promise<readonly Opening[]> {
  const model = new FormModel(definition, now);
  const documents = [...questionsOf(definition).values()].filter((each) => isDocumentQuestion(each));
  const [document] = documents;
  const leaving = tabGroupsOf(definition).flatMap(({ tabs }) =>
    tabs.flatMap((tab) => {
      const asked = allNodes(tab.children).flatMap((node) => (node.kind === 'question' ? [node.key] : []));
      const question = documents.find(({ key }) => asked.includes(key));
      const other = tabs.find(({ id }) => id !== tab.id);
      return question && other ? [{ question, tab, other }] : [];
    }),
  );
  const [left] = leaving;
  const deletion = document && (await attached(document, model));
  const change = left && (await attached(left.question, model));
  return [
    ...(document && deletion
      ? [
          {
            ...deletion,
            id: 'delete-file',
            caption: `“${say(fileTexts.deleteFile)}” is chosen`,
            open: (page: Page) =>
              page
                .locator(`[id="box-${document.key}"]`)
                .getByRole('button', { name: say(fileTexts.deleteFile) })
                .click(),
          },
        ]
      : []),
    ...(left && change
      ? [
          {
            ...change,
            id: 'leave-tab',
            caption: `A file is attached under “${left.tab.title}”, and “${left.other.title}” is chosen`,
            open: (page: Page) => page.getByRole('tab', { name: left.other.title }).click(),
          },
        ]
      : []),
  ];
}

/** A smallest state in which a document is attached. */
async function attached({ key, page, visibleWhen }: Question, model: FormModel) {
  const solution = solveWithFewest([model.formula(visibleWhen)], model.laws);
  if (!solution) return undefined;
  const state = model.stateOf(solution);
  const body = { status: 'COMPLETED', message: '', pages: 1 };
  return {
    path: model.definition.pages.find(({ id }) => id === page)?.path ?? '/',
    state: { ...state, answers: { ...state.answers, [key]: ATTACHED } },
    calls: { [`GET /api/pdf/document-answer/${key}`]: { body } },
  };
}

function submitDialogs(definition: FormDefinition, now: Date): readonly Opening[] {
  const last = definition.pages.at(-1);
  if (!last) return [];
  return [
    {
      id: 'submit-failed',
      caption: 'The server fails while the application is submitted',
      path: last.path,
      state: completeApplication(definition, { answers: {} }, { seed: 'storyboard', now }),
      calls: { 'POST /api/submit': { status: 500, body: { message: say(errorTexts.unexpected) } } },
      open: (page) => page.getByRole('button', { name: say(formTexts.submit), exact: true }).click(),
    },
  ];
}
