import { useEffect } from 'react';

/** Where the key leads: each question in turn, and from the last one the button that goes on. */
const GOALS = '.form-page :is(input:not([type="file"]), select, textarea), .page-actions-forward button';

/** The key "Next" of a phone's keyboard leads from one line of text to the next question. */
export function useNextKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented, isComposing } = event;
      if (key !== 'Enter' || defaultPrevented || isComposing || event.ctrlKey || event.metaKey) return;
      if (!(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return;
      if (!matchMedia('(pointer: coarse)').matches) return;
      const goal = goalAfter(target);
      if (!goal) return;
      event.preventDefault();
      goal.focus({ preventScroll: true });
      bringIntoSight(goal.closest('.box') ?? goal);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Of the options of a question the chosen one, else the first. */
function goalAfter(control: HTMLElement): HTMLElement | undefined {
  const goals = [...document.querySelectorAll<HTMLElement>(GOALS)].filter((goal) => goal.checkVisibility());
  const next = goals[goals.indexOf(control) + 1];
  const chosen = next?.closest('.choices')?.querySelector<HTMLElement>('input:checked');
  return chosen ?? next;
}

/** To the upper edge, unless it is in sight above the keyboard. */
function bringIntoSight(place: Element): void {
  const { top, bottom } = place.getBoundingClientRect();
  const { height = innerHeight } = globalThis.visualViewport ?? {};
  if (top < 0 || bottom > height) place.scrollIntoView();
}
