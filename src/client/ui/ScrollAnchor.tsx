import { Component } from 'react';

type ScrollAnchorProps = {
  /** Cause of a layout shift, compared by identity. */
  readonly of: unknown;
  /** The anchored element; default: the focused control. */
  readonly find?: () => Element | null | undefined;
};

type Position = { readonly element: Element; readonly top: number };

/** Keeps an element in place during a layout shift. A class, because hooks cannot measure before the update. */
export class ScrollAnchor extends Component<ScrollAnchorProps> {
  override getSnapshotBeforeUpdate(before: ScrollAnchorProps): Position | null {
    const element = (this.props.find ?? focusedElement)();
    if (before.of === this.props.of || !element) return null;
    return { element, top: element.getBoundingClientRect().top };
  }

  override componentDidUpdate(_props: ScrollAnchorProps, _state: object, before: Position | null): void {
    if (!before?.element.isConnected) return;
    const moved = before.element.getBoundingClientRect().top - before.top;
    // Windows scroll by whole pixels.
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): null {
    return null;
  }
}

function focusedElement(): Element | null {
  return document.activeElement === document.body ? null : document.activeElement;
}
