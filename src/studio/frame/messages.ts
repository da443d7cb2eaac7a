import type { FormState } from '#form/definition/definition.ts';

/** What the studio asks of the form in its frame. */
export type FrameOrder =
  /** Starts over, with other answers, on the page that is shown. */
  | { readonly kind: 'fill'; readonly state: FormState }
  | ({ readonly kind: 'show' } & ShownPlace)
  /** Frames a question without going there. */
  | { readonly kind: 'mark'; readonly key: string | undefined };

export type ShownPlace = {
  /** Path of the page; it may end with `#fill=…`. */
  readonly path: string;
  /** The question that is framed. */
  readonly key?: string;
  /** Of these elements the first that is there is scrolled to. */
  readonly elements: readonly string[];
};

/** Messages from the form to the studio. */
export type FrameNews =
  | { readonly kind: 'ready' }
  /** A question was clicked, or the focus came to it. */
  | { readonly kind: 'chosen'; readonly key: string }
  /** Whether what was to be shown is on the page. */
  | { readonly kind: 'shown'; readonly isThere: boolean };

/** Announces something to the studio around this page. */
export function announce(news: FrameNews): void {
  window.parent.postMessage(news, window.location.origin);
}

/** Listens to messages of the studio, or of the form in its frame. @returns how to stop */
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

/** Frames one question of the page, or none. */
export function markQuestion(key: string | undefined): void {
  const box = key === undefined ? '' : `[data-question="${CSS.escape(key)}"]`;
  style.textContent =
    STYLES + (box && `${box}, ${box}:hover { outline: 2px solid #5746c7; background: rgb(87 70 199 / 6%); }`);
}

/** Announces each question that is clicked, or that the focus comes to. */
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
