import { errors, type Locator, type Page } from '@playwright/test';
import { answerLateDialogs } from './compare-with-server.ts';
import type { Visit } from './visit.ts';

const TRIES = 15;

type Action = {
  readonly isBrave: boolean;
  readonly find: (page: Page) => Locator;
  readonly use: (found: Locator) => Promise<unknown>;
};

/**
 * Performs an action on the page, after answering dialogs.
 *
 * @param isBrave answers each dialog by its first button but Cancel, else by Cancel or its last
 * @returns false if there was no target
 */
export async function act(visit: Visit, { isBrave, find, use }: Action): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await answerLateDialogs(visit, isBrave);
    const found = find(visit.page);
    if ((await found.count()) === 0) return false;
    try {
      await use(found.first());
      await answerLateDialogs(visit, isBrave);
      return true;
    } catch (error) {
      // Behind a dialog, or re-rendered.
      if (!(error instanceof errors.TimeoutError)) throw error;
    }
  }
  return false;
}
