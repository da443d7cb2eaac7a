import type { Page } from 'playwright-core';
import { CARD_KEYS, type CardId } from '#form/definition/account-cards.ts';
import type { Questionnaire } from '#server/settings/questionnaire.ts';
import { say } from '#texts/say.ts';
import * as accountTexts from '#generated/texts/account.ts';
import * as passwordTexts from '#generated/texts/password.ts';
import * as refusalTexts from '#generated/texts/refusal.ts';
import * as waitTexts from '#generated/texts/wait.ts';
import { STUDENT } from '../pictures/memory-answers.ts';
import type { CallAnswer } from '../pictures/scene.ts';
import type { Figure } from './figure.ts';

const CLIP = '.account';

/** What is typed into the cards. */
const TYPED: Readonly<Record<string, string>> = {
  username: STUDENT,
  password: 'Correct-Horse-7',
  confirm_password: 'Correct-Horse-7',
  code: '123456',
  id: 'b7c1e0',
};

type Refused = { readonly what: string; readonly call: string; readonly answer: CallAnswer };

/** The log-in cards: as they are at first, with what is missing, sent, and refused in each way. */
export function cardFigures({ cards }: Questionnaire): readonly Figure[] {
  const ids = Object.keys(CARD_KEYS).filter((id): id is CardId => id in cards && id in CARD_KEYS);
  return ids.flatMap((id) => {
    const card = cards[id];
    if (!card) return [];
    const submit = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: card.submitLabel, exact: true }).click();
      await page.locator('.account-toast').waitFor();
    };
    const figure = (name: string, caption: string, scene: Partial<Figure['scene']> = {}): Figure => ({
      chapter: 'Log in',
      heading: card.title,
      caption,
      anchor: `card.${id}${name}`,
      scene: { path: `/${id}`, clips: [CLIP], act: (page) => drawn(page, card.submitLabel), ...scene },
    });
    const refusals = refusalsOf(id).map(({ what, call, answer }, index) =>
      figure(`.refused.${index + 1}`, what, {
        calls: { [call]: answer },
        act: async (page) => {
          await fill(page, id);
          await submit(page);
        },
      }),
    );
    return [
      figure('', 'Nothing is filled in yet'),
      figure('.missing', 'It is sent with nothing filled in', { act: submit }),
      ...refusals,
    ];
  });
}

async function drawn(page: Page, submitLabel: string): Promise<void> {
  await page.getByRole('button', { name: submitLabel, exact: true }).waitFor();
}

async function fill(page: Page, id: CardId): Promise<void> {
  for (const key of CARD_KEYS[id]) await page.locator(`[id="${key}"]`).fill(TYPED[key] ?? '');
}

/** What the server refuses, as it says it. */
function refusalsOf(id: CardId): readonly Refused[] {
  const wait = say(waitTexts.minutes, { minutes: 2 });
  switch (id) {
    case 'login':
      return [
        { what: 'The password is wrong', answer: refused(401, say(accountTexts.badLogIn)) },
        { what: 'Too many tries', answer: refused(429, say(accountTexts.manyPasswords, { wait })) },
        { what: 'Too many students at once', answer: refused(429, say(accountTexts.manyLogIns)) },
      ].map((each) => ({ ...each, call: 'POST /public/login' }));
    case 'signup': {
      const reason = say(passwordTexts.common);
      const body = { message: reason, errors: { password: [reason] } };
      return [
        { what: 'The password is easy to guess', call: 'POST /public/signup', answer: { status: 422, body } },
      ];
    }
    case 'confirm':
      return [
        {
          what: 'The code is wrong',
          call: 'POST /public/confirm',
          answer: refused(422, say(accountTexts.badCode)),
        },
      ];
    case 'forgot':
      return [
        {
          what: 'It is sent',
          call: 'POST /public/forgot-password',
          answer: { body: { message: say(accountTexts.mailSent) } },
        },
      ];
    default:
      return [
        {
          what: 'The link is too old',
          call: 'POST /public/reset-password',
          answer: refused(422, say(refusalTexts.oldLink)),
        },
      ];
  }
}

function refused(status: number, message: string): CallAnswer {
  return { status, body: { message } };
}
