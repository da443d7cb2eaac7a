import { Component } from 'react';

type FocusAnchorProps = {
  /** What is about to make the page higher or lower; another value is another one. */
  readonly of: unknown;
};

type Position = { readonly element: Element; readonly top: number };

/** Scrolls so that the focused control stays in place when a message above it comes or goes. */
export class FocusAnchor extends Component<FocusAnchorProps> {
  override getSnapshotBeforeUpdate(before: FocusAnchorProps): Position | null {
    const element = document.activeElement;
    if (before.of === this.props.of || !element || element === document.body) return null;
    return { element, top: element.getBoundingClientRect().top };
  }

  override componentDidUpdate(_props: FocusAnchorProps, _state: object, before: Position | null): void {
    if (!before?.element.isConnected) return;
    const moved = before.element.getBoundingClientRect().top - before.top;
    // A window is scrolled by whole pixels.
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): null {
    return null;
  }
}
