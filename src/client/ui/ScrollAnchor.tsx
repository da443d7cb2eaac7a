import { Component } from 'react';

type ScrollAnchorProps = {
  /** What is about to make the page higher or lower; another value is another one. */
  readonly of: unknown;
  /** The element that stays in place; left out, the control that has the focus. */
  readonly find?: () => Element | null | undefined;
};

type Position = { readonly element: Element; readonly top: number };

/** Keeps an element in place when a message above it comes or goes; only a class can look before the change. */
export class ScrollAnchor extends Component<ScrollAnchorProps> {
  override getSnapshotBeforeUpdate(before: ScrollAnchorProps): Position | null {
    const element = (this.props.find ?? focusedElement)();
    if (before.of === this.props.of || !element) return null;
    return { element, top: element.getBoundingClientRect().top };
  }

  override componentDidUpdate(_props: ScrollAnchorProps, _state: object, before: Position | null): void {
    if (!before?.element.isConnected) return;
    const moved = before.element.getBoundingClientRect().top - before.top;
    // A window is scrolled by whole pixels.
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): null {
    return null;
  }
}

function focusedElement(): Element | null {
  return document.activeElement === document.body ? null : document.activeElement;
}
