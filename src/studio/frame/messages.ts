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

/** What the form says to the studio. */
export type FrameNews =
  | { readonly kind: 'ready' }
  /** A question was clicked, or the focus came to it. */
  | { readonly kind: 'chosen'; readonly key: string }
  /** Whether what was to be shown is on the page. */
  | { readonly kind: 'shown'; readonly isThere: boolean }
  | { readonly kind: 'at'; readonly path: string };

/** Announces something to the studio around this page. */
export function announce(news: FrameNews): void {
  window.parent.postMessage(news, window.location.origin);
}

/** Calls the listener with what the form in a frame says; returns how to stop. */
export function onNews(
  frame: () => Window | null | undefined,
  listener: (news: FrameNews) => void,
): () => void {
  const receive = ({ data, source }: MessageEvent<FrameNews>): void => {
    if (source === frame()) listener(data);
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}

/** Calls the listener with what the studio asks for; returns how to stop. */
export function onOrder(listener: (order: FrameOrder) => void): () => void {
  const receive = ({ data, source }: MessageEvent<FrameOrder>): void => {
    if (source === window.parent) listener(data);
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}
