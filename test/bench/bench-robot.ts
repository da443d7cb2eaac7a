import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { chromiumLaunch } from '#test/support/chromium.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { startTestServer, USUAL_SERVER } from '#test/support/test-server.ts';
import { seedStudents } from './bench-students.ts';
import type { Figure } from './figure.ts';
import { type Cookies, PHONE } from './phone-load.ts';
import { fillIn } from './robot/fill-in.ts';
import { robotApplications, type RobotApplication } from './robot/robot-applications.ts';
import { type Effort, Thumb } from './robot/thumb.ts';
import { EFFORTS_BEFORE } from './robot/efforts-before.ts';

/** What of the scrolls there were may be left: a third fewer. */
const SCROLLS_LEFT = 0.66;
const MOST_MINUTES = 10;

/**
 * What the invented students do on a phone, from an empty form to Submit, when they answer what is required: taps, keys
 * and scrolls, and the minutes of somebody who types 40 words in each. Beside it the same robot on the form of the
 * commit that `robot/efforts-before.ts` names. On a busy machine what the page
 * fills in comes late, and more is scrolled: up to a dozen swipes were seen.
 */
export async function benchRobot(): Promise<readonly Figure[]> {
  const form = readForm();
  const applications = robotApplications(form, new Date());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-'));
  const students = await seedStudents({ dataDir }, applications.length, {});
  const server = await startTestServer({ dataDir, command: USUAL_SERVER, env: { LOG_LEVEL: 'error' } });
  const browser = await chromium.launch(chromiumLaunch());
  const { url } = server;
  try {
    const figures: Figure[] = [];
    for (const [index, application] of applications.entries()) {
      const cookies = [
        { name: 'matricula_session', value: students[index]?.token ?? '', url },
        { name: 'matricula_signed_in', value: '1', url },
      ];
      const effort = await effortOf(browser, application, { url, cookies });
      figures.push(...compared(application.title, effort));
    }
    return figures;
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function effortOf(
  browser: Browser,
  { wanted }: RobotApplication,
  { url, cookies }: { readonly url: string; readonly cookies: Cookies },
): Promise<Effort> {
  const context = await browser.newContext(PHONE);
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: /^Account: / }).waitFor();
    const thumb = new Thumb(page);
    await fillIn({ page, thumb, form: readForm(), wanted });
    return thumb.effort;
  } finally {
    await context.close();
  }
}

function compared(title: string, effort: Effort): readonly Figure[] {
  const former = EFFORTS_BEFORE[title];
  const figure = (unit: 'taps' | 'keys' | 'scrolls' | 'min'): Figure => ({
    name: `the phone of ${title}`,
    value: effort[unit],
    unit,
    baselines: former ? [{ name: 'before', value: former[unit] }] : [],
  });
  return [
    { ...figure('scrolls'), target: { kind: 'timesAtMost', limit: SCROLLS_LEFT } },
    figure('taps'),
    figure('keys'),
    { ...figure('min'), target: { kind: 'atMost', limit: MOST_MINUTES } },
  ];
}
