import { createHash } from 'node:crypto';
import {
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
  type Route,
  expect,
} from '@playwright/test';
import { namedAnswers } from '#client/questionnaire/use-leave-tab.tsx';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { fillCard, watchForErrors } from '../journey.ts';

/**
 * What becomes of a call: it arrives; it does not; it is answered 503; it arrives, and its answer is lost.
 * The page itself is always served, as it is where a balancer or a cache is in front.
 */
export type Network = 'up' | 'down' | 'unavailable' | 'answers-lost';

/** One student in one browser, who does one thing after the other. */
export type Visit = {
  readonly form: FormDefinition;
  readonly username: string;
  readonly password: string;
  readonly context: BrowserContext;
  page: Page;
  network: Network;
  isSubmitted: boolean;
  /** Once a log-out failed or a reload cut off an upload: it may have arrived, and the page does not know. */
  mayBeBehind: boolean;
  /** What was typed and not given up since, by key; it may never be lost. */
  readonly typed: Map<string, string>;
  /** What was done so far, for whoever reads a failure. */
  readonly diary: string[];
  readonly faults: readonly string[];
  /** How many faults the browser had reported when the visit began. */
  readonly faultsBefore: number;
};

/** For one try to do a thing on a page: what takes longer is behind a dialog, or was drawn anew. */
export const PATIENCE = { timeout: 2000 };

/** A browser that students use in turn: what it has loaded is kept, and nothing of a student is. */
export type SharedBrowser = {
  readonly origin: string;
  readonly context: BrowserContext;
  readonly faults: readonly string[];
};

/** Whose account it is, and what they begin with. */
export type Beginning = {
  readonly shared: SharedBrowser;
  readonly form: FormDefinition;
  readonly username: string;
  readonly password: string;
  /** Opens the account and the session in a new browser, and has the server hold an application. */
  readonly prepare: (page: Page) => Promise<void>;
};

/** The pages on which a student can do everything that the seams are between; the last of the form first. */
export function pagesOfVisit(form: FormDefinition): FormDefinition['pages'] {
  return form.pages.slice(-2).toReversed();
}

/** What nobody looks at need not be drawn finely. */
const FEW_PIXELS = {
  viewport: { width: 1280, height: 500 },
  deviceScaleFactor: 0.5,
  reducedMotion: 'reduce',
} as const;

/** A browser of which several students can use the caches: most of a first load is to compile what came. */
export async function openBrowser(browser: Browser, origin: string): Promise<SharedBrowser> {
  const context = await browser.newContext({ baseURL: origin, ...FEW_PIXELS });
  return { origin, context, faults: await watchForErrors(context) };
}

/** Opens the last page of the form for a student with an account of their own. */
export async function beginVisit(beginning: Beginning): Promise<Visit> {
  const { shared, form, username, password, prepare } = beginning;
  const { context, faults, origin } = shared;
  const page = await context.newPage();
  await forgetStudent(page, origin);
  // Each student has a network of their own: the limits are for those who share one.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': addressOf(username) });
  await prepare(page);
  const visit: Visit = {
    form,
    username,
    password,
    context,
    page,
    network: 'up',
    isSubmitted: false,
    mayBeBehind: false,
    typed: new Map(),
    diary: [],
    faults,
    faultsBefore: faults.length,
  };
  await openPage(visit);
  return visit;
}

/** What the browser keeps of whoever used it last; what it has loaded stays. */
async function forgetStudent(page: Page, origin: string): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  await session.detach();
}

/** Where a student is once the application is submitted. */
export function isCompleted({ page }: Visit): boolean {
  return new URL(page.url()).pathname === '/completion';
}

/** Leaves the browser as the next student can use it. */
export async function endVisit(visit: Visit): Promise<void> {
  await changeNetwork(visit, 'up');
  await visit.page.close();
}

/** What the browser reported as wrong during a visit. */
export function faultsOf({ faults, faultsBefore }: Visit): readonly string[] {
  return faults.slice(faultsBefore);
}

/**
 * Has the calls of the pages fare otherwise from now on. They pass through here only where they fail: a browser whose
 * calls do so keeps nothing in its cache.
 */
export async function changeNetwork(visit: Visit, network: Network): Promise<void> {
  if (visit.network === network) return;
  visit.network = network;
  await visit.context.unrouteAll({ behavior: 'wait' });
  if (network === 'up') return;
  await visit.context.route(/\/(?:api|public\/upload)(?:\/|$)/, (route) => passOn(route, network));
}

/**
 * Opens the form anew, as after an error screen; it shows the page that the student was on. Logs in first where the
 * session is over.
 */
export async function openPage(visit: Visit): Promise<void> {
  const { page, form } = visit;
  const [last] = pagesOfVisit(form);
  // The page itself may go on to where the student was, before all of it is loaded.
  await page.goto(last?.path ?? '', { waitUntil: 'commit' });
  const stranger = page.getByRole('button', { name: 'Sign In' }).or(logInButton(page));
  await expect(accountButton(page).or(stranger).first()).toBeVisible();
  visit.mayBeBehind = false;
  if (await stranger.first().isVisible()) {
    await page.goto('/login');
    await logInAgain(visit);
    await page.goto(last?.path ?? '', { waitUntil: 'commit' });
  }
  await page.locator('h1').first().waitFor();
  if (!isCompleted(visit)) await expect(stepsOfForm(page)).toBeVisible();
}

/** Of the log-in card, which comes where the session is over. */
export function logInButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Log In', exact: true });
}

/** Of the menu that only somebody has who is logged in; behind a dialog it is there all the same. */
export function accountButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Account: /, includeHidden: true });
}

function stepsOfForm(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Application steps', includeHidden: true });
}

/** Fills in the log-in card that is open, and waits until the student is known. */
export async function logInAgain({ page, username, password }: Visit): Promise<void> {
  await fillCard(page, 'login', { username, password });
  await expect(accountButton(page)).toBeVisible();
}

/** The page of the form that is open; undefined on any other screen. */
export function openedPage({ page, form }: Visit): FormDefinition['pages'][number] | undefined {
  const path = new URL(page.url()).pathname;
  return form.pages.find((each) => each.path === path);
}

/**
 * True where the form is open for the student who is logged in, a dialog before it or not. Waits for what still loads,
 * which has no title yet.
 */
export async function isAtWork(visit: Visit): Promise<boolean> {
  const { page } = visit;
  await page.locator('h1').first().waitFor();
  if (!openedPage(visit) || !(await accountButton(page).isVisible())) return false;
  return stepsOfForm(page).isVisible();
}

/**
 * Answers what the page asks, one dialog after the other. What a student agrees to clear, or leaves for
 * the answer of another window, is given up then and there: the dialog is late where its library is still loaded, and
 * then the page with the text may be left already.
 *
 * @returns whether it asked anything
 */
export async function answerDialogs(visit: Visit, isBrave: boolean): Promise<boolean> {
  const { page, diary } = visit;
  // The panel of the account has no heading.
  const dialog = page.locator('[role=dialog], [role=alertdialog]').filter({ has: page.getByRole('heading') });
  let hasAsked = false;
  for (let left = 5; left > 0 && (await dialog.count()) > 0; left -= 1) {
    const open = dialog.last();
    const title = await open
      .getByRole('heading')
      .first()
      .textContent({ timeout: 2000 })
      .catch(() => '?');
    const buttons = open.getByRole('button');
    const cancel = buttons.filter({ hasText: /^Cancel$/ });
    const careful = (await cancel.count()) > 0 ? cancel : buttons;
    const isDaring = isBrave && !title?.startsWith('Log out and lose');
    const button = isDaring ? buttons.filter({ hasNotText: /^Cancel$/ }).first() : careful.last();
    const label = await button.textContent({ timeout: 2000 }).catch(() => '?');
    const text = await open.textContent({ timeout: 2000 }).catch(() => '');
    // Where answers differ, what the student gave last is kept.
    for (const group of await open.getByRole('group').all()) {
      await group
        .getByRole('radio')
        .first()
        .check({ timeout: 2000 })
        .catch(() => undefined);
    }
    diary.push(`  “${title}”: ${label}`);
    const isAnswered = await button.click({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
    const isGivenUp = /^(?:(?:Clear|Delete) and change|Use theirs)$/.test(label ?? '');
    if (isAnswered && isGivenUp) forgetNamed(visit, text ?? '');
    // It fades before it is gone.
    await open.waitFor({ state: 'hidden', timeout: 1000 }).catch(() => undefined);
    hasAsked = true;
  }
  return hasAsked;
}

/** What a dialog names is not expected any more, on whatever page it is. */
function forgetNamed({ form, typed }: Visit, text: string): void {
  const questions = questionsOf(form);
  for (const key of typed.keys()) {
    const { names } = namedAnswers({ definition: form }, [key]);
    const label = questions.get(key)?.fullLabel ?? key;
    if (text.includes(names) || text.includes(`${label} was also changed`)) typed.delete(key);
  }
}

/** What the server holds of the student, whatever becomes of the calls of the page. */
export async function heldBy({ context }: Visit): Promise<Held> {
  const read = async (path: string) => {
    const response = await context.request.get(path);
    expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
    return response.json();
  };
  const [profile, tabs, counts, documents] = await Promise.all(
    ['/api/profile', '/api/tabs', '/api/add-another', '/api/document-answer'].map(read),
  );
  return {
    state: { answers: profile.answer, tabs, counts },
    documents: Object.keys(documents),
    webStatus: profile.web_status.map((entry: { web_status: string }) => entry.web_status),
  };
}

export type Held = {
  readonly state: FormState;
  /** Keys of the questions to which a document is attached. */
  readonly documents: readonly string[];
  readonly webStatus: readonly string[];
};

async function passOn(route: Route, network: Exclude<Network, 'up'>): Promise<void> {
  if (network === 'down') return route.abort('internetdisconnected');
  if (network === 'answers-lost') {
    await route.fetch().catch(() => undefined);
    return route.abort('connectionreset');
  }
  const message = 'The service is not available at this time. Please try again in a moment.';
  return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { message } });
}

/** An address of the documentation's networks that nobody else has. */
function addressOf(name: string): string {
  const number = createHash('sha256').update(name).digest().readUIntBE(0, 3);
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
