import { expect, vi } from 'vitest';

/** An element of the page, as the driver of a browser uses it. */
export type Control = {
  click(): Promise<void>;
  isChecked(): Promise<boolean>;
  /** Types at the keyboard, in place of what is there. */
  type(text: string): Promise<void>;
  pressEscape(): Promise<void>;
  /** Chooses an option of a native list by its value. */
  choose(value: string): Promise<void>;
  upload(file: string): Promise<void>;
};

/** What the journey needs of a browser. A script runs in the page and can refer only to what it is given. */
export type Browser = {
  /** Opens an address, even if the page asks to stay; without an answer the browser shows its own error. */
  open(url: string): Promise<void>;
  run<Given, Result>(script: (given: Given) => Result, given: Given): Promise<Awaited<Result>>;
  find<Given>(script: (given: Given) => Element | null, given: Given): Promise<Control | undefined>;
  /** Reads the page as printed, or as shown where the driver cannot print. */
  printedText(): Promise<string>;
  close(): Promise<void>;
};

/** Names the first element that a selector finds, or the first of them with a text. */
export type Target = { readonly css: string; readonly text?: string };

/** Uses an element once it is on the page; clicks it by default. */
export async function use(
  browser: Browser,
  target: Target,
  action: (control: Control) => Promise<void> = (control) => control.click(),
): Promise<void> {
  const name = JSON.stringify(target);
  const attempt = async (): Promise<void> => {
    const control = await browser.find(findTarget, target);
    if (!control) throw new Error(`${name} is not on the page.`);
    await action(control).catch((cause: unknown) => {
      throw new Error(`${name} cannot be used: ${String(cause)}`, { cause });
    });
  };
  await vi.waitFor(attempt, { timeout: 60_000 });
}

/** Waits until the first element that a selector finds contains a text. */
export async function expectText(browser: Browser, css: string, text: string): Promise<void> {
  await expect.poll(() => browser.run(textOf, css), { message: css }).toContain(text);
}

function textOf(css: string): string {
  return document.querySelector<HTMLElement>(css)?.innerText ?? '';
}

/** Finds an element and scrolls to it, which not every driver does. @throws Error once the page has reported one */
function findTarget({ css, text }: Target): Element | null {
  const page: { errors?: unknown[] } = Object(globalThis);
  if (!page.errors) {
    const errors: unknown[] = [];
    page.errors = errors;
    addEventListener('error', ({ message }) => errors.push(message));
    addEventListener('unhandledrejection', ({ reason }) => errors.push(reason));
    addEventListener('securitypolicyviolation', ({ blockedURI }) => errors.push(`Forbidden: ${blockedURI}`));
  }
  if (page.errors.length > 0) throw new Error(`The page reported: ${page.errors.join(' ')}`);
  const found = [...document.querySelectorAll<HTMLElement>(css)].find(
    ({ innerText }) => text === undefined || innerText.trim().replaceAll(/\s+/g, ' ') === text,
  );
  found?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found ?? null;
}

/** Selects what is in a text control, so that typing replaces it. Runs in the page. */
export function selectText(control: HTMLInputElement): void {
  control.focus();
  control.select();
}
