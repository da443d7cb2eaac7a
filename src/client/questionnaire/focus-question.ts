import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { flushSync } from 'react-dom';
import { after, flushDeferred } from '../ui/schedule.ts';
import type { PageDefinition } from '#form/definition/definition.ts';
import { type LayoutStep, layoutSteps, sectionAnchor } from '#form/definition/layout-steps.ts';
import type { ChooseTab } from './form-scope.ts';
import type { FormStore } from './store/form-store.ts';

/** By priority: buttons such as Remove precede fields, and some questions are only text. */
const WANTED = [
  'input:checked',
  'input:not([type="hidden"], [hidden]), select, textarea',
  'button',
  '[tabindex="-1"]',
];

/** Focuses the chosen option or first control. @returns whether one was found */
export function focusFirst(element: Element | null, options?: FocusOptions): boolean {
  for (const selector of WANTED) {
    const control = element?.querySelector<HTMLElement>(selector);
    if (!control) continue;
    control.focus(options);
    return true;
  }
  return false;
}

/** Milliseconds to wait for a loading page. */
const TIMEOUT_MS = 10_000;

/** Question or section named by an address; `isSection` forces a section. */
type NamedPlace = { readonly name: string; readonly isSection: boolean };

/** Scrolls to a question and focuses it. */
export function focusQuestion(key: string): () => void {
  return focusPlace({ name: key, isSection: false });
}

/**
 * Focuses a question or section once rendered, opening closed tabs.
 * Stops waiting after ten seconds or on user input. @returns a stop function
 */
function focusPlace(place: NamedPlace): () => void {
  const controller = new AbortController();
  const observer = new MutationObserver(() => attempt());
  const stop = () => {
    observer.disconnect();
    stopWaiting();
    controller.abort();
  };
  const stopWaiting = after(TIMEOUT_MS, stop);
  const attempt = () => {
    if (tryFocus(place)) stop();
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of ['pointerdown', 'keydown', 'wheel']) {
    document.addEventListener(event, stop, { signal: controller.signal, passive: true });
  }
  attempt();
  return stop;
}

function tryFocus({ name, isSection }: NamedPlace): boolean {
  const escaped = CSS.escape(name);
  const question = `[data-question="${escaped}"]`;
  const heading = `:is(h2, h3, h4)#section-${escaped}`;
  if (!document.querySelector(isSection ? heading : question)) revealQuestion(name);
  const box = isSection ? null : document.querySelector(question);
  return box ? focusBox(box, name) : focusHeading(document.querySelector(heading));
}

function focusBox(box: Element, key: string): boolean {
  if (!focusIn(box, key)) return false;
  box.scrollIntoView({ block: 'center' });
  return true;
}

function focusHeading(heading: Element | null): boolean {
  if (!(heading instanceof HTMLHeadingElement)) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
  return true;
}

/** Prefers the control whose id is the key; groups have none. */
function focusIn(box: Element, key: string): boolean {
  const own = box.querySelector<HTMLElement>(`#${CSS.escape(key)}`);
  own?.focus({ preventScroll: true });
  return (own !== null && own === document.activeElement) || focusFirst(box, { preventScroll: true });
}

/**
 * Focuses the question or section in the hash (docs/behavior.md 2.2).
 * Also on a repeated click.
 *
 * @param isEnabled false after returning to the address, where the student may have moved on
 * @param section the linked section, since a question in it can have the same name
 */
export function useQuestionFocus(isEnabled = true, section?: string): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const name = decodeHash(hash);
    // The location key distinguishes repeated clicks.
    if (name === '' || key === '' || !isEnabled) return undefined;
    return focusPlace({ name, isSection: name === section });
  }, [hash, isEnabled, key, section]);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // Invalid encoding.
    return '';
  }
}

const EVENT = 'question-wanted';

/** Reveals a question in a closed tab or behind a confirmation. */
export function revealQuestion(key: string): void {
  document.dispatchEvent(new CustomEvent<string>(EVENT, { detail: key }));
}

/** Listens for questions to reveal. @returns an unsubscribe function */
export function onRevealQuestion(listener: (key: string) => void): () => void {
  const handle = (event: Event) => {
    if (event instanceof CustomEvent && typeof event.detail === 'string') listener(event.detail);
  };
  document.addEventListener(EVENT, handle);
  return () => document.removeEventListener(EVENT, handle);
}

/** Opens tabs and confirmations around a revealed question. */
export function useRevealedQuestions(page: PageDefinition, store: FormStore, chooseTab: ChooseTab): void {
  useEffect(
    () =>
      onRevealQuestion((key) => {
        flushSync(() => {
          for (const { node, branch } of stepsAround(page, key)) {
            if (node.kind === 'confirm') store.dispatch({ type: 'setOpen', node, isOpen: true });
            const tab = node.kind === 'tabs' && branch ? node.tabs[branch.index] : undefined;
            if (node.kind === 'tabs' && tab) chooseTab(node, tab.id);
          }
        });
        flushDeferred();
      }),
    [page, store, chooseTab],
  );
}

/** Returns the path to a question, else a section, outermost first. */
function stepsAround(page: PageDefinition, name: string): readonly LayoutStep[] {
  const owner = page.questions[name]?.partOf ?? name;
  const steps = layoutSteps(page);
  const found =
    steps.find(({ node }) => node.kind === 'question' && node.key === owner) ??
    steps.find(({ node }) => node.kind === 'section' && sectionAnchor(node) === name);
  return found?.path ?? [];
}
