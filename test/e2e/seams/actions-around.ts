import { expect, type Page } from '@playwright/test';
import * as fc from '#test/support/random.ts';
import { stepLink } from '../go-to-step.ts';
import { act } from './act.ts';
import { choosing, choosingTab, type StudentAction, typing } from './actions-on-page.ts';
import { compareWithServer, forgetCleared, isSending } from './compare-with-server.ts';
import {
  accountButton,
  answerDialogs,
  changeNetwork,
  isCompleted,
  logInAgain,
  logInButton,
  type Network,
  openedPage,
  openPage,
  pagesOfVisit,
  PATIENCE,
  type Visit,
} from './visit.ts';

export function goingOn(): fc.Arbitrary<StudentAction> {
  return fc.boolean().map((byLink) => ({
    name: 'go to the other page',
    isBrave: true,
    run: async (visit) => {
      const other = pagesOfVisit(visit.form).find(({ id }) => id !== openedPage(visit)?.id);
      if (!other) return undefined;
      const find = (page: Page) =>
        byLink
          ? stepLink(page, other.title)
          : page.getByRole('button', { name: /^(?:Back|Save & Continue)$/ });
      const did = await act(visit, { isBrave: true, find, use: (found) => found.click(PATIENCE) });
      return did ? (byLink ? 'by its link' : 'by the button') : undefined;
    },
  }));
}

export function goingBack(): fc.Arbitrary<StudentAction> {
  return fc.constant({
    name: 'go back in the browser',
    isBrave: true,
    run: async (visit) => {
      // The first history entry is not the application's.
      if (!(await visit.page.evaluate(() => navigation.canGoBack))) return undefined;
      await visit.page.goBack({ waitUntil: 'commit' });
      await visit.page.locator('h1').first().waitFor();
      return '';
    },
  });
}

export function reloading(): fc.Arbitrary<StudentAction> {
  return fc.constant({
    name: 'reload',
    isBrave: true,
    anywhere: true,
    run: async (visit) => {
      await reload(visit);
      return '';
    },
  });
}

/** Reloads as a student who confirms leaving. */
async function reload(visit: Visit): Promise<void> {
  const { page } = visit;
  visit.maybeOutdated ||= await isSending(page);
  await page.reload({ waitUntil: 'load' });
  await page.locator('h1').first().waitFor();
}

export function changingNetwork(): fc.Arbitrary<StudentAction> {
  return fc.constantFrom<Network>('up', 'up', 'up', 'down', 'unavailable', 'answers-lost').map((network) => ({
    name: 'network',
    isBrave: true,
    anywhere: true,
    run: async (visit) => {
      await changeNetwork(visit, network);
      if (network === 'up') await visit.page.evaluate(() => window.dispatchEvent(new Event('online')));
      return network;
    },
  }));
}

/** Uses a second tab of the same browser: waits for idle, performs one action, waits again. */
export function usingAnotherTab(): fc.Arbitrary<StudentAction> {
  return fc.oneof(typing(), choosingTab(), choosing()).map((doing) => ({
    name: `in another tab: ${doing.name}`,
    isBrave: true,
    mayClear: true,
    run: async (visit) => {
      if (visit.network !== 'up') return undefined;
      await compareWithServer(visit);
      if (visit.isSubmitted) return undefined;
      const { page: own, context } = visit;
      const path = new URL(own.url()).pathname;
      const tab = await context.newPage();
      try {
        await tab.goto(path);
        await accountButton(tab).waitFor();
        visit.page = tab;
        const did = await doing.run(visit);
        if (doing.mayClear && did !== undefined) await forgetCleared(visit);
        await compareWithServer(visit);
        return did;
      } finally {
        visit.page = own;
        await tab.close();
      }
    },
  }));
}

export function loggingOut(): fc.Arbitrary<StudentAction> {
  return fc.constant({
    name: 'log out and in again',
    isBrave: true,
    run: async (visit) => {
      const { page } = visit;
      const logLength = visit.actionLog.length;
      const did = await act(visit, {
        isBrave: true,
        find: () => accountButton(page),
        use: async (button) => {
          // On a busy machine, the popover of an earlier attempt may cover the button.
          const logOut = page.getByRole('button', { name: 'Log Out', exact: true });
          if (!(await logOut.isVisible())) await button.click(PATIENCE);
          await logOut.click(PATIENCE);
        },
      });
      if (!did) return undefined;
      const refused = /Unexpected Error|Log out and lose/;
      const dialog = page.getByRole('heading', { name: refused });
      const wasRefused = visit.actionLog.slice(logLength).some((line) => refused.test(line));
      if (!wasRefused) await expect(logInButton(page).or(dialog).first()).toBeVisible();
      if (wasRefused || (await dialog.count())) {
        await answerDialogs(visit, true);
        visit.maybeOutdated = true;
        return '(refused)';
      }
      await changeNetwork(visit, 'up');
      await logInAgain(visit);
      await openPage(visit);
      return '';
    },
  });
}

export function submitting(): fc.Arbitrary<StudentAction> {
  return fc.constant({ name: 'submit', isBrave: true, run: (visit) => submit(visit) });
}

/** Goes to the last page and presses Submit. @returns a description of the result */
export async function submit(visit: Visit): Promise<string | undefined> {
  const { page } = visit;
  const [last] = pagesOfVisit(visit.form);
  const isThere = await act(visit, {
    isBrave: true,
    find: () => stepLink(page, last?.title ?? ''),
    use: (link) => link.click(PATIENCE),
  });
  if (!isThere) return undefined;
  const button = page.getByRole('button', { name: 'Submit', exact: true });
  await expect(button.or(logInButton(page)).first()).toBeVisible();
  if (!(await button.isVisible())) return '(asked to log in)';
  const did = await act(visit, { isBrave: true, find: () => button, use: (found) => found.click(PATIENCE) });
  if (!did) return undefined;
  // The button is disabled for a moment after a press.
  await page.evaluate(async () => new Promise((done) => void setTimeout(done, 50)));
  await expect(button.and(page.locator('[aria-disabled=true]'))).toHaveCount(0);
  if (!isCompleted(visit)) return '(refused)';
  visit.isSubmitted = true;
  return '(submitted)';
}

export function waitingForIdle(): fc.Arbitrary<StudentAction> {
  return fc.constant({
    name: 'rest',
    isBrave: true,
    anywhere: true,
    run: async (visit) => {
      await compareWithServer(visit);
      return '';
    },
  });
}
