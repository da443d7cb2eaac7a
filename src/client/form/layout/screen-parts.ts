import { AddAnother } from './AddAnother.tsx';
import { Confirm } from './Confirm.tsx';
import './layout.css';
import type { LayoutParts } from './layout-parts.ts';
import { Paragraphs } from './Paragraphs.tsx';
import { Row } from './Row.tsx';
import { Section } from './Section.tsx';
import { TabGroup } from './TabGroup.tsx';

/** The nodes of a layout as they are filled in. */
export const screenParts: LayoutParts = { AddAnother, Confirm, Paragraphs, Row, Section, TabGroup };
