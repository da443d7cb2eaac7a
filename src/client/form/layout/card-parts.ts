import { lazy } from 'react';
import './layout.css';
import type { LayoutParts } from './layout-parts.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { Row } from './Row.tsx';
import { Section } from './Section.tsx';

/** The nodes of a card's layout. The log-in screen loads first (decision 10): what its cards hardly have comes later. */
export const cardParts: LayoutParts = {
  AddAnother: lazy(async () => ({ default: (await import('./AddAnother.tsx')).AddAnother })),
  Confirm: lazy(async () => ({ default: (await import('./Confirm.tsx')).Confirm })),
  TabGroup: lazy(async () => ({ default: (await import('./TabGroup.tsx')).TabGroup })),
  Paragraphs,
  Row,
  Section,
};
