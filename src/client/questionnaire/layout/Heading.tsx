import { createContext, createElement, use, type ReactNode } from 'react';

/** Headings inside a page begin below its title, which the screen draws as the first level. */
const HeadingLevel = createContext<'h2' | 'h3' | 'h4'>('h2');

type HeadingProps = { readonly id: string; readonly className: string; readonly children: ReactNode };

/** A heading of the level that fits the place. */
export function Heading({ children, ...attributes }: HeadingProps) {
  return createElement(use(HeadingLevel), attributes, children);
}

/** What is inside has headings one level lower; below the fourth all levels look alike. */
export function BelowHeading({ children }: { readonly children: ReactNode }) {
  const level = use(HeadingLevel);
  return <HeadingLevel value={level === 'h2' ? 'h3' : 'h4'}>{children}</HeadingLevel>;
}
