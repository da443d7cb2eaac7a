import { expect, type Page } from '@playwright/test';
import { inspectState, test } from './journey.ts';
import { seedApplication } from './seed.ts';

test.use({ timezoneId: 'Europe/Berlin', viewport: { width: 390, height: 844 } });

/** The clock of the server shows this, whatever day it is. */
async function setServerClock(page: Page, time: string): Promise<void> {
  await page.route(/\/(?:api|public)\//, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(time).toUTCString() } });
  });
}

test('before the deadline and in the grace a student reads until when, and nothing has moved', async ({
  startedPage: page,
}) => {
  await seedApplication(page, { answers: { entry_term: '2027FA' }, tabs: {}, counts: {} });
  const line = page.getByRole('banner').locator('p').last();
  const heightAt = async (time: string): Promise<number | undefined> => {
    await setServerClock(page, time);
    await page.reload();
    await expect(line).toContainText('minutes left');
    return (await line.boundingBox())?.height;
  };
  const before = await heightAt('2027-01-16T06:40:00Z');
  await expect(line).toBeInViewport({ ratio: 1 });
  await inspectState(page, 'deadline-near');
  expect(await heightAt('2027-01-16T07:05:00Z')).toBe(before);
  await expect(line).toContainText(
    /^The deadline was January 15, 11:59\sPM Denver time\. Applications still count as on time until 12:14\sAM\. \(8:14\sAM your time\) /,
  );
  await inspectState(page, 'deadline-grace');
});

for (const width of [390, 320]) {
  test(`the line of the deadline is as high whether a term is chosen or not, at ${width} px`, async ({
    startedPage: page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await setServerClock(page, '2026-11-20T06:00:00Z');
    await page.reload();
    const line = page
      .getByRole('banner')
      .getByText(/^Apply (?:for|by)/)
      .locator('..');
    await expect(line).toContainText('for Spring 2027');
    const height = (await line.boundingBox())?.height;
    await seedApplication(page, { answers: { entry_term: '2027SP' }, tabs: {}, counts: {} });
    await page.reload();
    await expect(line).not.toContainText('for Spring 2027');
    expect((await line.boundingBox())?.height).toBe(height);
  });
}
