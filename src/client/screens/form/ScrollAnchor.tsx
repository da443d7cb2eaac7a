import { Component, createRef, type ReactNode } from 'react';

type ScrollAnchorProps = { readonly children: ReactNode };

/** An element of the page, and how far it is from the upper edge of the window. */
type Position = { readonly element: Element; readonly top: number };

/**
 * What is below stays where the student sees it when another draw makes this higher or lower. Not every browser does
 * that by itself (scroll anchoring, which Safari lacks), and none does while a part of it is in sight; where one has,
 * nothing is left to be done. A class, because only a class can look at the page just before it changes.
 */
export class ScrollAnchor extends Component<ScrollAnchorProps> {
  readonly #wrapper = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(): Position | null {
    const element = this.#wrapper.current?.nextElementSibling;
    return element && window.scrollY > 0 ? { element, top: topOf(element) } : null;
  }

  override componentDidUpdate(_props: ScrollAnchorProps, _state: object, before: Position | null): void {
    if (!before?.element.isConnected) return;
    const moved = topOf(before.element) - before.top;
    // A window is scrolled by whole pixels.
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return (
      <div className="scroll-anchor" ref={this.#wrapper}>
        {this.props.children}
      </div>
    );
  }
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}
