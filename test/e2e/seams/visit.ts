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
 * State of the network: calls arrive; fail; get a 503; or arrive, but their response is lost. The page itself always
 * loads, as from a load balancer or cache.
 */
export type Network = 'up' | 'down' | 'unavailable' | 'answers-lost';

/** One student in one browser, who acts sequentially. */
export type Visit = {
  readonly form: FormDefinition;
  readonly username: string;
  readonly password: string;
  readonly context: BrowserContext;
  page: Page;
  network: Network;
  isSubmitted: boolean;
  /** Set after a failed log-out or an interrupted upload: it may have arrived without the page knowing. */
  maybeOutdated: boolean;
  /** Typed texts not discarded since, by key; they must not be lost. */
  readonly typed: Map<string, string>;
  /** Actions so far, for failure reports. */
  readonly actionLog: string[];
  readonly faults: readonly string[];
  /** Number of browser faults before the visit. */
  readonly faultsBefore: number;
};

/** Timeout of one attempt: longer means a dialog covers it, or it was re-rendered. */
export const PATIENCE = { timeout: 2000 };

/** A browser for several students in sequence: keeps its cache, but no student data. */
export type SharedBrowser = {
  readonly origin: string;
  readonly context: BrowserContext;
  readonly faults: readonly string[];
};

/** Account and initial state of a visit. */
export type VisitOptions = {
  readonly shared: SharedBrowser;
  readonly form: FormDefinition;
  readonly username: string;
  readonly password: string;
  /** Creates account and session in a new browser, and seeds an application. */
  readonly prepare: (page: Page) => Promise<void>;
};

/** Pages where everything under test is possible; the last of the form first. */
export function pagesOfVisit(form: FormDefinition): FormDefinition['pages'] {
  return form.pages.slice(-2).toReversed();
}

/** Small viewport and low resolution, to save rendering time. */
const SMALL_VIEWPORT = {
  viewport: { width: 1280, height: 500 },
  deviceScaleFactor: 0.5,
  reducedMotion: 'reduce',
} as const;

/** Opens a browser for several students to share compiled code, most of a first load. */
export async function openBrowser(browser: Browser, origin: string): Promise<SharedBrowser> {
  const context = await browser.newContext({ baseURL: origin, ...SMALL_VIEWPORT });
  return { origin, context, faults: await watchForErrors(context) };
}

/** Opens the last page of the form for a new student. */
export async function beginVisit(beginning: VisitOptions): Promise<Visit> {
  const { shared, form, username, password, prepare } = beginning;
  const { context, faults, origin } = shared;
  const page = await context.newPage();
  await forgetStudent(page, origin);
  // Each student has an IP address of their own for rate limits.
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
    maybeOutdated: false,
    typed: new Map(),
    actionLog: [],
    faults,
    faultsBefore: faults.length,
  };
  await openPage(visit);
  return visit;
}

/** Deletes the last student's data from the browser; keeps its cache. */
async function forgetStudent(page: Page, origin: string): Promise<void> {
  const context = page.context();
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  await session.detach();
}

/** Whether the completion page is open. */
export function isCompleted({ page }: Visit): boolean {
  return new URL(page.url()).pathname === '/completion';
}

/** Prepares the browser for the next student. */
export async function endVisit(visit: Visit): Promise<void> {
  await changeNetwork(visit, 'up');
  await visit.page.close();
}

/** Browser faults during a visit. */
export function faultsOf({ faults, faultsBefore }: Visit): readonly string[] {
  return faults.slice(faultsBefore);
}

/** Changes the network for later calls. Intercepts them only while failing, since interception disables the cache. */
export async function changeNetwork(visit: Visit, network: Network): Promise<void> {
  if (visit.network === network) return;
  visit.network = network;
  await visit.context.unrouteAll({ behavior: 'wait' });
  if (network === 'up') return;
  await visit.context.route(/\/(?:api|public\/upload)(?:\/|$)/, (route) => forwardCall(route, network));
}

/** Reopens the form, as after an error screen, at the student's last page. Logs in if the session is over. */
export async function openPage(visit: Visit): Promise<void> {
  const { page, form } = visit;
  const [last] = pagesOfVisit(form);
  // The page may navigate to the last page before it is fully loaded.
  await page.goto(last?.path ?? '', { waitUntil: 'commit' });
  const stranger = page.getByRole('button', { name: 'Sign In' }).or(logInButton(page));
  await expect(accountButton(page).or(stranger).first()).toBeVisible();
  visit.maybeOutdated = false;
  if (await stranger.first().isVisible()) {
    await page.goto('/login');
    await logInAgain(visit);
    await page.goto(last?.path ?? '', { waitUntil: 'commit' });
  }
  await page.locator('h1').first().waitFor();
  if (!isCompleted(visit)) await expect(stepsOfForm(page)).toBeVisible();
}

/** Button of the log-in card, shown after the session ends. */
export function logInButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Log In', exact: true });
}

/** Account button, present while logged in, even behind a dialog. */
export function accountButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Account: /, includeHidden: true });
}

function stepsOfForm(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Application steps', includeHidden: true });
}

/** Fills in the open log-in card, and waits for the log-in. */
export async function logInAgain({ page, username, password }: Visit): Promise<void> {
  await fillCard(page, 'login', { username, password });
  await expect(accountButton(page)).toBeVisible();
}

/** The open form page; undefined on other screens. */
export function openedPage({ page, form }: Visit): FormDefinition['pages'][number] | undefined {
  const path = new URL(page.url()).pathname;
  return form.pages.find((each) => each.path === path);
}

/**
 * Whether the form is open for a logged-in student, even behind a dialog. Waits while it is loading, without a title.
 */
export async function isFormOpen(visit: Visit): Promise<boolean> {
  const { page } = visit;
  await page.locator('h1').first().waitFor();
  if (!openedPage(visit) || !(await accountButton(page).isVisible())) return false;
  return stepsOfForm(page).isVisible();
}

/**
 * Answers the page's dialogs one by one. Answers that the student agrees to clear, or to take from another window, are
 * forgotten immediately: a late dialog may concern a page already left.
 *
 * @returns whether there was a dialog
 */
export async function answerDialogs(visit: Visit, isBrave: boolean): Promise<boolean> {
  const { page, actionLog } = visit;
  // The account popover has no heading.
  const dialog = page.locator('[role=dialog], [role=alertdialog]').filter({ has: page.getByRole('heading') });
  let hadDialog = false;
  for (let attempts = 5; attempts > 0 && (await dialog.count()) > 0; attempts -= 1) {
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
    // In a conflict, keeps the student's own answers.
    for (const group of await open.getByRole('group').all()) {
      await group
        .getByRole('radio')
        .first()
        .check({ timeout: 2000 })
        .catch(() => undefined);
    }
    actionLog.push(`  “${title}”: ${label}`);
    const isAnswered = await button.click({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
    const isGivenUp = /^(?:(?:Clear|Delete) and change|Use theirs)$/.test(label ?? '');
    if (isAnswered && isGivenUp) forgetNamed(visit, text ?? '');
    // It fades out before removal.
    await open.waitFor({ state: 'hidden', timeout: 1000 }).catch(() => undefined);
    hadDialog = true;
  }
  return hadDialog;
}

/** Stops expecting the answers named by a dialog, on any page. */
function forgetNamed({ form, typed }: Visit, text: string): void {
  const questions = questionsOf(form);
  for (const key of typed.keys()) {
    const { names } = namedAnswers({ definition: form }, [key]);
    const label = questions.get(key)?.fullLabel ?? key;
    if (text.includes(names) || text.includes(`${label} was also changed`)) typed.delete(key);
  }
}

/** Reads the server's state directly, whatever the network of the page. */
export async function readServerState({ context }: Visit): Promise<ServerState> {
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

export type ServerState = {
  readonly state: FormState;
  /** Keys of the questions with a document. */
  readonly documents: readonly string[];
  readonly webStatus: readonly string[];
};

async function forwardCall(route: Route, network: Exclude<Network, 'up'>): Promise<void> {
  if (network === 'down') return route.abort('internetdisconnected');
  if (network === 'answers-lost') {
    await route.fetch().catch(() => undefined);
    return route.abort('connectionreset');
  }
  const message = 'The service is not available at this time. Please try again in a moment.';
  return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { message } });
}

/** Returns a unique address for the student. */
function addressOf(name: string): string {
  const number = createHash('sha256').update(name).digest().readUIntBE(0, 3);
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
