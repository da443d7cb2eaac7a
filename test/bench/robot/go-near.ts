import type { Locator, Page } from '@playwright/test';
import type { Thumb } from './thumb.ts';

/** Swipes after which somebody looks for a shorter way. */
const FAR = 2;

/**
 * Where something is several swipes away and the page has a bar that opens its sections: by that to its section, unless the
 * section begins as far away from it.
 */
export async function goNear(page: Page, thumb: Thumb, target: Locator): Promise<void> {
  const bar = page.getByRole('button', { name: /^Section \d+ of \d+/ });
  const isThere = (await bar.count()) > 0 && (await bar.isVisible());
  const swipes = await thumb.swipesTo(target);
  if (!isThere || swipes <= FAR) return;
  const heading = await headingBefore(target);
  if (!heading || thumb.swipesOver(heading.distance) >= swipes) return;
  await thumb.tap(bar);
  await thumb.tap(page.getByRole('dialog').getByRole('link', { name: heading.title }));
  // The page is scrolled by then.
  await page.locator(`[id="${heading.id}"]:focus`).waitFor();
}

/** A section by its heading, and how many pixels below that something is. */
type HeadingBefore = { readonly id: string; readonly title: string; readonly distance: number };

/** The heading of the section of the page in which something is, or after which it comes. */
function headingBefore(target: Locator): Promise<HeadingBefore | undefined> {
  return target.evaluate((element) => {
    const headings = [...document.querySelectorAll('main h2[id]')];
    const last = headings.findLast(
      (one) => (one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    );
    if (!last) return undefined;
    const distance = element.getBoundingClientRect().top - last.getBoundingClientRect().top;
    return { id: last.id, title: last.textContent ?? '', distance };
  });
}
