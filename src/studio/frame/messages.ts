import type { FormState } from '#form/definition/definition.ts';

/** Messages from the studio to the form frame. */
export type FrameOrder =
  /** Restarts the current page with other answers. */
  | { readonly kind: 'fill'; readonly state: FormState }
  | ({ readonly kind: 'show' } & ShownPlace)
  /** Outlines a question without scrolling. */
  | { readonly kind: 'mark'; readonly key: string | undefined };

export type ShownPlace = {
  /** Page path, optionally with `#fill=…`. */
  readonly path: string;
  readonly key?: string;
  /** Candidate elements; scrolls to the first that exists. */
  readonly elements: readonly string[];
};

/** Messages from the form to the studio. */
export type FrameNews =
  | { readonly kind: 'ready' }
  /** A question was clicked or focused. */
  | { readonly kind: 'chosen'; readonly key: string }
  /** Whether the requested place is on the page. */
  | { readonly kind: 'shown'; readonly isThere: boolean };

/** Sends a message to the enclosing studio. */
export function announce(news: FrameNews): void {
  window.parent.postMessage(news, window.location.origin);
}

/** Subscribes to messages from the studio or the form frame. @returns an unsubscribe function */
export function onMessage(
  from: () => Window | null | undefined,
  listener: (event: MessageEvent) => void,
): () => void {
  const receive = (event: MessageEvent): void => {
    if (event.source === from()) listener(event);
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}

const style = document.createElement('style');
const STYLES = `
  [data-question] { border-radius: 6px; outline: 2px solid transparent; outline-offset: 4px; }
  @media (hover: hover) { [data-question]:hover { outline: 1px dashed #6b5bd2; } }
`;

/** Outlines one question of the page, or none. */
export function markQuestion(key: string | undefined): void {
  const box = key === undefined ? '' : `[data-question="${CSS.escape(key)}"]`;
  style.textContent =
    STYLES + (box && `${box}, ${box}:hover { outline: 2px solid #5746c7; background: rgb(87 70 199 / 6%); }`);
}

/** Reports each clicked or focused question. */
export function announceChosen(): void {
  document.head.append(style);
  markQuestion(undefined);
  const choose = ({ target }: Event): void => {
    const box = target instanceof Element ? target.closest<HTMLElement>('[data-question]') : null;
    const key = box?.dataset['question'];
    if (key === undefined) return;
    markQuestion(key);
    announce({ kind: 'chosen', key });
  };
  document.addEventListener('pointerdown', choose, { capture: true });
  document.addEventListener('focusin', choose, { capture: true });
}
