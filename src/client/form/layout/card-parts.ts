import './layout.css';
import type { LayoutParts } from './layout-parts.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { Row } from './Row.tsx';
import { Section } from './Section.tsx';

/** The nodes of a card's layout. It has no groups (`npm run check`): the log-in screen loads first (decision 10). */
export const cardParts: LayoutParts = {
  AddAnother: noGroup,
  Confirm: noGroup,
  TabGroup: noGroup,
  Paragraphs,
  Row,
  Section,
};

function noGroup(): never {
  throw new Error('A log-in card has no groups. npm run check names the node that is to be removed.');
}
